export interface RawAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** `code` of a failure; undefined in any other answer. */
  code: string | undefined;
}

export interface RawRequest {
  token?: string | undefined;
  headers?: Record<string, string>;
  /** Sent as JSON; a form as multipart, bytes unchanged. */
  body?: unknown;
}

/** Returns the content type of a body; undefined if `fetch` sets it or there is no body. */
function contentTypeOf(body: unknown): string | undefined {
  if (body === undefined || body instanceof FormData) return undefined;
  return body instanceof Uint8Array ? 'application/octet-stream' : 'application/json';
}

function isSentUnchanged(body: unknown): body is FormData | Uint8Array<ArrayBuffer> {
  return body instanceof FormData || body instanceof Uint8Array;
}

/** Makes a call without the typed client: does not validate, throw or omit anything. */
export async function rawCall(
  url: string,
  method: string,
  { token, headers = {}, body }: RawRequest = {},
): Promise<RawAnswer> {
  const contentType = contentTypeOf(body);
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
      ...headers,
    },
    body: body === undefined || isSentUnchanged(body) ? (body ?? null) : JSON.stringify(body),
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
