/**
 * Leads to the part of a form that has to be mended: the field of that name that is marked as wrong, else the first
 * one, else the first field of the group of that name. To be called when the marks are drawn.
 */
export function focusPart(form: HTMLFormElement | null, part: string): void {
  const find = (selector: string) => form?.querySelector<HTMLElement>(selector);
  const name = `[name="${part}"]`;
  const field = find(`${name}[aria-invalid]`) ?? find(`${name}:not(fieldset)`) ?? find(`${name} input`);
  field?.focus();
}
