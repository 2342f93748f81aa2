// The page that takes a record to analyse it.
//
// Elements it needs: #analyse[data-analyses] (where records are sent), #analyse-file (a file input), #analyse-now (the button),
// #analyse-answer (what went wrong).

import { get } from "./dom.js";
import { upload } from "./uploading.js";

async function send() {
  const file = get("analyse-file").files?.[0];
  const [button, place] = [get("analyse-now"), get("analyse-answer")];
  if (!file) {
    place.textContent = "Choose a record first. You can save it on the page of its match.";
    return;
  }
  button.disabled = true;
  place.textContent = "Sending the record…";
  place.textContent = await upload(get("analyse").dataset.analyses ?? "", await file.text());
  button.disabled = false;
}

get("analyse-now").addEventListener("click", send);
