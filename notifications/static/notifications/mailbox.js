// Makes the frame as high as the mail in it, so that the page scrolls as one. Without this file the frame scrolls.
"use strict";
const frame = document.querySelector(".mail-frame");
function fit() {
  const mail = frame.contentDocument;
  if (mail && mail.body) frame.style.height = `${mail.body.scrollHeight}px`;
}
if (frame) {
  frame.addEventListener("load", fit);
  window.addEventListener("resize", fit);
  fit();
}
