// The arithmetic of fair dice: SHA-256, ChaCha20 and drawing outcomes, in plain JavaScript. A page can check a
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

/** The SHA-256 of bytes. @param {Uint8Array} bytes */
export function sha256(bytes) {
  const length = Math.ceil((bytes.length + 9) / 64) * 64;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(length - 8, BigInt(bytes.length) * 8n);
  const state = Uint32Array.from(START);
  const words = new Uint32Array(64);
  for (let at = 0; at < length; at += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const [a, b] = [words[i - 15], words[i - 2]];
      words[i] = words[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + words[i - 7] + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + words[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => { state[i] += word; });
  }
  const out = new Uint8Array(32);
  state.forEach((word, i) => new DataView(out.buffer).setUint32(4 * i, word));
  return out;
}

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
