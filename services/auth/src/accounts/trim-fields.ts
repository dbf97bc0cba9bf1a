/** Takes the spaces off texts of a body: around an address they come from pasting it, and are no reason to refuse it. */
export function trimFields(body: unknown, names: string[]): void {
  if (typeof body !== 'object' || body === null) return;
  const fields = body as Record<string, unknown>; // any object can be read so
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'string') fields[name] = value.trim();
  }
}
