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
  /** Sent as JSON, a form as multipart, bytes as they are. */
  body?: unknown;
}

/** The content type that goes with a body; undefined where `fetch` finds it itself or there is none. */
function contentTypeOf(body: unknown): string | undefined {
  if (body === undefined || body instanceof FormData) return undefined;
  return body instanceof Uint8Array ? 'application/octet-stream' : 'application/json';
}

function isSentAsItIs(body: unknown): body is FormData | Uint8Array<ArrayBuffer> {
  return body instanceof FormData || body instanceof Uint8Array;
}

/** Makes a call without the typed client: nothing is checked, thrown or left out. */
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
    body: body === undefined || isSentAsItIs(body) ? (body ?? null) : JSON.stringify(body),
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
