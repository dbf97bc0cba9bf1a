export interface RawAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** `code` of the failure envelope; undefined in any other answer. */
  code: string | undefined;
}

export interface RawRequest {
  token?: string | undefined;
  headers?: Record<string, string>;
  /** Sent as JSON, a form as multipart. */
  body?: unknown;
}

/** Makes a call without the typed client: nothing is checked, thrown or left out. */
export async function rawCall(
  url: string,
  method: string,
  { token, headers = {}, body }: RawRequest = {},
): Promise<RawAnswer> {
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined || body instanceof FormData ? (body ?? null) : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, code: codeOf(text) };
}

function codeOf(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('code' in value)) return undefined;
    return typeof value.code === 'string' ? value.code : undefined;
  } catch {
    return undefined;
  }
}
