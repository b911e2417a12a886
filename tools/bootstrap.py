"""Makes .venv from the lock file and starts Pli: `python3 tools/bootstrap.py install [--dev] | run`.

Standard library only, and no syntax newer than Python 2.7, because its first duty is to tell somebody with
an old Python, in one sentence, that it is too old. Whatever else is missing is one sentence too, and exit
status 1.
"""

import errno
import hashlib
import os
import re
import subprocess
import sys
import tempfile

OLDEST = (3, 11)
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")
VENV_PYTHON = os.path.join(VENV, *(("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")))
PIP_LOG = os.path.join(VENV, "pip.log")
LOCKS = {"runtime": "requirements.lock", "dev": "requirements-dev.lock"}


def give_up(sentence):
    """End with one sentence for the person at the keyboard."""
    sys.stderr.write(sentence + "\n")
    sys.exit(1)


def check_python():
    """Refuse a Python older than OLDEST."""
    if sys.version_info[:2] < OLDEST:
        give_up(
            "Pli needs Python {0}.{1} or newer and {2} is Python {3}.{4}: install a newer one, or name it, "
            "for example PYTHON=python3.12 make run.".format(
                OLDEST[0], OLDEST[1], sys.executable, sys.version_info[0], sys.version_info[1]
            )
        )


def check_port(port):
    """Refuse a port that another program listens on."""
    import socket

    probe = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if os.name != "nt":
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        probe.bind(("127.0.0.1", port))
    except (IOError, OSError) as error:
        other = "choose another one with PORT, for example PORT={0} make run.".format(
            port + 1 if 1024 < port < 65535 else 8000
        )
        if error.errno == errno.EADDRINUSE:
            give_up(
                "Port {0} is in use by another program (perhaps another Pli): stop it, or {1}".format(
                    port, other
                )
            )
        give_up("Port {0} cannot be used ({1}): {2}".format(port, error.strerror, other))
    finally:
        probe.close()


def wanted_port():
    """The port of the environment, 8000 by default."""
    text = os.environ.get("PORT") or "8000"
    # The digits of all scripts are digits to isdigit.
    if not re.match("[0-9]{1,5}$", text.strip()) or not 0 < int(text) < 65536:
        give_up("PORT must be a number from 1 to 65535, not {0!r}.".format(text[:60]))
    return int(text)


def check_folder():
    """Refuse a folder in which .venv cannot be made."""
    try:
        with tempfile.TemporaryFile(dir=ROOT):
            pass
    except (IOError, OSError) as error:
        give_up(
            "Pli installs itself into {0} and cannot write there ({1}): make that folder writable, or copy "
            "it to one that is.".format(ROOT, error.strerror)
        )


def check_venv_module():
    """Refuse a Python that its distributor left without venv or ensurepip."""
    import importlib.util

    for name in ("venv", "ensurepip"):
        if importlib.util.find_spec(name) is None:
            give_up(
                "{0} comes without its module {1}: install it (on Debian or Ubuntu: sudo apt install "
                "python{2}.{3}-venv), or name another Python, for example PYTHON=python3.12 make run.".format(
                    sys.executable, name, sys.version_info[0], sys.version_info[1]
                )
            )


def venv_version():
    """What the environment's Python says it is, or "" when there is none that runs."""
    command = [VENV_PYTHON, "-c", "import sys; print(sys.version); import pip"]
    try:
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    except OSError:
        return ""
    return result.stdout.decode("utf-8", "replace").strip() if result.returncode == 0 else ""


def digest(kind):
    """Changes whenever the lock file does."""
    with open(os.path.join(ROOT, LOCKS[kind]), "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def stamp_path(kind):
    """Where the digest of the installed lock file stands."""
    return os.path.join(VENV, "pli-{0}.stamp".format(kind))


def is_installed(kind):
    """Whether .venv holds what the lock file says now (and its Python was not taken away)."""
    if not os.path.exists(VENV_PYTHON):
        return False
    try:
        with open(stamp_path(kind)) as file:
            return file.read() == digest(kind)
    except (IOError, OSError):
        return False


def make_venv():
    """A fresh .venv of the Python that runs this, unless one is there and works."""
    if venv_version():
        return
    check_venv_module()
    command = [sys.executable, "-m", "venv", "--clear", VENV]
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if result.returncode:
        lines = result.stdout.decode("utf-8", "replace").strip().splitlines() or ["no reason given"]
        give_up("Making the environment .venv failed: {0}".format(lines[-1]))


def install(kind):
    """Install the lock file, every archive checked against its hash; nothing to do when it is unchanged."""
    # The tests' lock file holds everything of the other one.
    if is_installed(kind) or (kind == "runtime" and is_installed("dev")):
        return
    check_folder()
    print("Installation dans .venv, une fois pour toutes (environ une minute)...")
    print("Installing into .venv, once and for all (about a minute)...")
    sys.stdout.flush()
    make_venv()
    command = [
        VENV_PYTHON,
        "-m",
        "pip",
        "install",
        "--disable-pip-version-check",
        "--no-input",
        "--require-hashes",
    ]
    command += ["--prefer-binary", "--log", PIP_LOG, "-r", os.path.join(ROOT, LOCKS[kind])]
    result = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    if result.returncode:
        errors = result.stderr.decode("utf-8", "replace").splitlines()
        reasons = [line for line in errors if line.startswith("ERROR: ")] or ["ERROR: no reason given"]
        give_up(
            "Installing the libraries failed, is the network there? pip says: {0} (the whole story is in "
            "{1}).".format(reasons[-1][len("ERROR: ") :].rstrip("."), PIP_LOG)
        )
    with open(stamp_path(kind), "w") as file:
        file.write(digest(kind))


def serve(arguments):
    """Become the server, so that Ctrl-C reaches it and nothing else."""
    command = [VENV_PYTHON, os.path.join(ROOT, "manage.py"), "serve", "--demo"] + arguments
    os.chdir(ROOT)
    if os.name == "nt":
        sys.exit(subprocess.call(command))
    os.execv(VENV_PYTHON, command)


def main(arguments):
    """`install [--dev]` or `run`."""
    check_python()
    if arguments[:1] == ["install"]:
        install("dev" if "--dev" in arguments else "runtime")
    elif arguments[:1] == ["run"]:
        check_port(wanted_port())
        install("runtime")
        serve(arguments[1:])
    else:
        give_up("Usage: python3 tools/bootstrap.py install [--dev] | run")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except KeyboardInterrupt:
        sys.exit(130)
