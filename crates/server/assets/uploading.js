// Sends a record to the server to have it analysed, and opens the page that shows the analysis.

/** Uploads a record; why it was refused, if it was. @param {string} address Where records are sent. @param {string} text The record. @returns {Promise<string>} */
export async function upload(address, text) {
  try {
    const answer = await fetch(address, { method: "POST", headers: { "content-type": "application/json", accept: "application/json" }, body: text });
    const body = await answer.json();
    if (!answer.ok) return [body.detail, body.instead].filter(Boolean).join(" ");
    location.assign(body.url);
    return "";
  } catch {
    return "The server cannot be reached. Try again when the connection is back.";
  }
}
