/** The wrong PINs in a row after which each further try waits, and how long it does. */
export const PIN_RULES = {
  freeTries: 5,
  firstPauseSeconds: 30,
  pauseSeconds: 60,
  /** After that many wrong ones on a day (in UTC), or without a right one between, only the password helps. */
  wrongOnDay: 30,
  wrongSinceRight: 100,
} as const;

/** Returns whether a PIN of digits is among the first that somebody would try. */
export function isWeakPin(pin: string): boolean {
  return isRun(pin) || isRepeated(pin) || isYear(pin);
}

/** Whether each digit is the one before plus the same step, which may be 0: 0000, 2345, 9876, also across 9 to 0. */
function isRun(pin: string): boolean {
  const digits = pin.split('').map(Number);
  const steps = digits.slice(1).map((digit, index) => (digit - (digits[index] ?? 0) + 10) % 10);
  const [step = 0] = steps;
  return [0, 1, 9].includes(step) && steps.every((other) => other === step);
}

/** Whether it is a half or a third of itself, again and again: 1212, 123123, 454545. */
function isRepeated(pin: string): boolean {
  return [1, 2, 3].some(
    (length) =>
      pin.length > length &&
      pin.length % length === 0 &&
      pin === pin.slice(0, length).repeat(pin.length / length),
  );
}

function isYear(pin: string): boolean {
  return /^(19|20)\d\d$/.test(pin);
}
