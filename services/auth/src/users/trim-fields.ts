/** Trims these fields of a body in place, since pasted addresses often have spaces around them. */
export function trimFields(body: unknown, names: string[]): void {
  if (typeof body !== 'object' || body === null) return;
  const fields = body as Record<string, unknown>; // safe for reading any object
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'string') fields[name] = value.trim();
  }
}
