// The arithmetic of fair dice: SHA-256, hash chains, ChaCha20 and drawing outcomes, in plain JavaScript. A page can check a
// match without a server and on any origin. The server draws its dice in the same way.

const text = new TextEncoder();

/** Bytes in hexadecimal. @param {Uint8Array} bytes */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Bytes from hexadecimal; `null` if it is not hexadecimal. @param {unknown} digits */
export function unhex(digits) {
  if (typeof digits !== "string" || digits.length % 2 || !/^[0-9a-f]*$/i.test(digits)) return null;
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

// ---- SHA-256 (FIPS 180-4) ----------------------------------------------------

const primes = (/** @type {number} */ count) => {
  /** @type {number[]} */
  const found = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime)) found.push(n);
  return found;
};
/** The first 32 bits of the fraction of a root, by whole numbers: floor(root(n · 2^(32·k))) mod 2^32. @param {number} n @param {number} k */
function fraction(n, k) {
  const goal = BigInt(n) << BigInt(32 * k);
  let [low, high] = [0n, 1n << 40n];
  while (low < high) {
    const middle = (low + high + 1n) >> 1n;
    if (middle ** BigInt(k) <= goal) low = middle; else high = middle - 1n;
  }
  return Number(low & 0xffffffffn);
}
const START = primes(8).map((prime) => fraction(prime, 2));
const ROUNDS = primes(64).map((prime) => fraction(prime, 3));
const turn = (/** @type {number} */ word, /** @type {number} */ by) => (word >>> by) | (word << (32 - by));

const words = new Int32Array(64);
const CONSTANTS = Int32Array.from(ROUNDS);

/** Takes the block in `words` into a state. Nothing is allocated: a chain has thousands of blocks. @param {Int32Array} state */
function compress(state) {
  for (let i = 16; i < 64; i++) {
    const one = words[i - 15];
    const two = words[i - 2];
    words[i] = words[i - 16] + (turn(one, 7) ^ turn(one, 18) ^ (one >>> 3)) + words[i - 7] + (turn(two, 17) ^ turn(two, 19) ^ (two >>> 10));
  }
  let a = state[0];
  let b = state[1];
  let c = state[2];
  let d = state[3];
  let e = state[4];
  let f = state[5];
  let g = state[6];
  let h = state[7];
  for (let i = 0; i < 64; i++) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + CONSTANTS[i] + words[i]) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}

/** The bytes of eight words. @param {Int32Array} state */
function bytesOf(state) {
  const out = new Uint8Array(32);
  const view = new DataView(out.buffer);
  for (let i = 0; i < 8; i++) view.setInt32(4 * i, state[i]);
  return out;
}

/** The SHA-256 of bytes. @param {Uint8Array} bytes */
export function sha256(bytes) {
  const length = Math.ceil((bytes.length + 9) / 64) * 64;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(length - 8, BigInt(bytes.length) * 8n);
  const state = Int32Array.from(START);
  for (let at = 0; at < length; at += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + 4 * i);
    compress(state);
  }
  return bytesOf(state);
}

// ---- hash chains: each link is the SHA-256 of the one after it ----------------

/** The number of the last link of a chain, its secret. Link 0 is the anchor. */
export const LENGTH = 4096;

const FIRST = Int32Array.from(START);

/** Puts the SHA-256 of the 32 bytes in `state` in their place. @param {Int32Array} state */
function hashed(state) {
  words.fill(0, 9, 16);
  for (let i = 0; i < 8; i++) words[i] = state[i];
  words[8] = -0x80000000;
  words[15] = 256;
  state.set(FIRST);
  compress(state);
}

/** The words of a link's 32 bytes. @param {Uint8Array} link */
function wordsOf(link) {
  const view = new DataView(link.buffer, link.byteOffset, 32);
  return Int32Array.from({ length: 8 }, (_, i) => view.getInt32(4 * i));
}

/** The link this many places before another. @param {Uint8Array} link @param {number} places */
export function back(link, places) {
  const state = wordsOf(link);
  for (let i = 0; i < places; i++) hashed(state);
  return bytesOf(state);
}

/** All links of the chain with a secret, in order: eight words each. @param {Uint8Array} secret */
export function chainOf(secret) {
  const all = new Int32Array(8 * (LENGTH + 1));
  const state = wordsOf(secret);
  all.set(state, 8 * LENGTH);
  for (let k = LENGTH - 1; k >= 0; k--) {
    hashed(state);
    all.set(state, 8 * k);
  }
  return all;
}

/** One link of such a chain, in hexadecimal; the last one when the chain is used up. @param {Int32Array} all @param {number} number */
export function linkOf(all, number) {
  const at = 8 * Math.min(number, LENGTH);
  return hex(bytesOf(all.subarray(at, at + 8)));
}

/** Is this a link, or an anchor: 64 lower-case hexadecimal digits? @param {unknown} text @returns {text is string} */
export const isLink = (text) => typeof text === "string" && /^[0-9a-f]{64}$/.test(text);

/** A number as eight bytes, the highest first. @param {number} number */
export function eight(number) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(number));
  return bytes;
}

/** The SHA-256 of a beginning and of parts, each with its length before it. @param {string} beginning @param {(string | Uint8Array)[]} parts */
export function digest(beginning, parts) {
  const all = [...text.encode(beginning)];
  for (const part of parts) {
    const bytes = typeof part === "string" ? text.encode(part) : part;
    all.push(...eight(bytes.length), ...bytes);
  }
  return sha256(Uint8Array.from(all));
}

// ---- ChaCha20 (Bernstein's: 64 bits of counter, 64 bits of stream) -------------

/** Block number `counter` of a stream: 16 words. @param {Uint8Array} key @param {bigint} stream @param {bigint} counter */
export function block(key, stream, counter) {
  const input = new Uint32Array(16);
  input.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
  const view = new DataView(key.buffer, key.byteOffset, 32);
  for (let i = 0; i < 8; i++) input[4 + i] = view.getUint32(4 * i, true);
  const low = (/** @type {bigint} */ word) => Number(word & 0xffffffffn);
  input.set([low(counter), low(counter >> 32n), low(stream), low(stream >> 32n)], 12);
  const s = Uint32Array.from(input);
  const mix = (/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ c, /** @type {number} */ d) => {
    s[a] += s[b]; s[d] = turn(s[d] ^ s[a], 16);
    s[c] += s[d]; s[b] = turn(s[b] ^ s[c], 20);
    s[a] += s[b]; s[d] = turn(s[d] ^ s[a], 24);
    s[c] += s[d]; s[b] = turn(s[b] ^ s[c], 25);
  };
  for (let round = 0; round < 10; round++) {
    for (let i = 0; i < 4; i++) mix(i, 4 + i, 8 + i, 12 + i);
    for (let i = 0; i < 4; i++) mix(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4);
  }
  return s.map((word, i) => word + input[i]);
}

/** Numbers of 64 bits from a stream, each with its block and word. @param {Uint8Array} key @param {bigint} stream */
function* numbers(key, stream) {
  for (let counter = 0n; ; counter++) {
    const words = block(key, stream, counter);
    for (let i = 0; i < 16; i += 2) yield { counter, word: i, number: (BigInt(words[i + 1]) << 32n) | BigInt(words[i]) };
  }
}

const MOST = 0xffffffffffffffffn;

/** Draws one of these weights from a stream, with all the arithmetic; `null` when all are 0. @param {Uint8Array} key @param {bigint} stream @param {number[]} weights */
export function draw(key, stream, weights) {
  const sum = weights.reduce((all, weight) => all + BigInt(weight), 0n);
  if (sum === 0n) return null;
  // Numbers above the last whole multiple are drawn again: no outcome is favoured.
  const whole = MOST - MOST % sum;
  const passed = [];
  for (const drawn of numbers(key, stream)) {
    if (drawn.number >= whole) { passed.push(drawn.number); continue; }
    const rest = drawn.number % sum;
    let left = rest;
    const at = weights.findIndex((weight) => { if (left < BigInt(weight)) return true; left -= BigInt(weight); return false; });
    return { ...drawn, passed, sum, rest, at };
  }
  return null;
}
