/**
 * Focuses the part of a form that must be corrected: the invalid field of that name, otherwise the first invalid field,
 * otherwise the first field of the group of that name. Call it after the errors have been rendered.
 */
export function focusPart(form: HTMLFormElement | null, part: string): void {
  const find = (selector: string) => form?.querySelector<HTMLElement>(selector);
  const name = `[name="${part}"]`;
  const field = find(`${name}[aria-invalid]`) ?? find(`${name}:not(fieldset)`) ?? find(`${name} input`);
  field?.focus();
}
