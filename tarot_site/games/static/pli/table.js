// Small comforts of the game page. Everything works without this file: it only words what is already chosen.
"use strict";

(() => {
  const act = document.querySelector("form#act");
  const status = document.getElementById("status");
  const say = document.querySelector(".say");
  const duty = status ? status.textContent : "";

  // An illegal card selects nothing; the one reason stands where the duty stood, and nothing moves.
  document.addEventListener("click", (event) => {
    const card = event.target.closest("[data-refusal]");
    if (!card || !status) return;
    say.style.height = `${say.getBoundingClientRect().height}px`;
    status.textContent = card.dataset.refusal;
    status.classList.add("say-refused");
  });

  // While a robot thinks: look again, a little later each time, and show what has fallen. Once somebody else is
  // asked the page is loaded anew; it stays still for whoever does not look at it.
  const lookAgain = (delay) => {
    setTimeout(async () => {
      if (document.hidden || !(await showProgress().catch(() => false))) lookAgain(Math.min(delay * 1.3, 30000));
    }, delay);
  };
  const showProgress = async () => {
    const answer = await fetch(location.href, { cache: "no-store" });
    if (!answer.ok) return false;
    const now = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!now.querySelector("[data-waits]")) {
      location.replace(location.pathname + location.search);
      return true;
    }
    document.querySelector(".ring").replaceWith(now.querySelector(".ring"));
    document.getElementById("say-title").textContent = now.getElementById("say-title").textContent;
    return false;
  };
  if (document.querySelector("[data-waits]")) lookAgain(700);
  if (!act) return;

  const main = act.querySelector(".bar-main");
  const due = Number(act.dataset.pick || act.dataset.places || 0);
  act.dataset.live = "1";

  const count = (more, one, many) => (more === 1 ? one : many.replace("{n}", more));

  const wordPicks = () => {
    const missing = due - act.querySelectorAll('[name="card"]:checked, [name="gap"]:checked').length;
    main.classList.toggle("button-calm", missing !== 0);
    if (missing > 0) main.textContent = count(missing, main.dataset.oneMore, main.dataset.more);
    else if (missing < 0) main.textContent = count(-missing, main.dataset.oneLess, main.dataset.less);
    else main.textContent = act.querySelector('[name="slam"]:checked') ? main.dataset.slam : main.dataset.do;
  };

  const wordChoice = () => {
    const chosen = act.querySelector('[name="choice"]:checked');
    main.classList.toggle("button-calm", !chosen && Boolean(main.dataset.none));
    if (chosen) main.textContent = chosen.dataset.button;
    else if (main.dataset.none) main.textContent = main.dataset.none;
  };

  const word = due ? wordPicks : wordChoice;
  act.addEventListener("change", () => {
    word();
    if (!status) return;
    status.textContent = duty;
    status.classList.remove("say-refused");
    say.style.height = "";
  });
  act.addEventListener("reset", (event) => {
    event.preventDefault();
    for (const box of act.querySelectorAll('.pick:checked, [name="slam"]:checked')) box.checked = false;
    word();
  });
  word();
})();
