import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';

import { catalog, createClient, type Call } from '@larksong/contracts';
import type { TestUser } from '@larksong/service-kit/testing';

import { toForm, videoRow, type TestCatalog } from './support.ts';

export interface Reply {
  status: number;
  headers: Headers;
  body: { success: boolean; message?: string; code?: string; data?: unknown };
}

export async function toReply(response: Response): Promise<Reply> {
  // Every response of catalog's API is the envelope.
  const body = (await response.json()) as Reply['body'];
  return { status: response.status, headers: response.headers, body };
}

/** Makes calls as a user. */
export function callAs(service: TestCatalog, user: TestUser = service.superadmin): Call {
  return createClient({ baseUrl: service.url, headers: () => user.headers });
}

export async function begin(service: TestCatalog, sizeBytes: number): Promise<catalog.PartedUpload> {
  return (await callAs(service)(catalog.startUpload, { body: { sizeBytes } })).data.upload;
}

export async function look(service: TestCatalog, id: string): Promise<catalog.PartedUpload> {
  return (await callAs(service)(catalog.getUpload, { params: { id } })).data.upload;
}

export function partOf(content: Buffer, upload: catalog.PartedUpload, number: number): Buffer {
  return content.subarray((number - 1) * upload.partSizeBytes, number * upload.partSizeBytes);
}

export async function sendPart(
  service: TestCatalog,
  part: {
    id: string;
    number: number | string;
    body: string | Uint8Array<ArrayBuffer> | ReadableStream;
    user?: TestUser;
  },
  headers: Record<string, string> = {},
): Promise<Reply> {
  const response = await fetch(`${service.url}/api/admin/uploads/${part.id}/parts/${part.number}`, {
    method: 'PUT',
    headers: {
      'content-type': 'application/octet-stream',
      ...(part.user ?? service.superadmin).headers,
      ...headers,
    },
    body: part.body,
    ...(part.body instanceof ReadableStream ? { duplex: 'half' } : {}),
  });
  return toReply(response);
}

/** Sends every part of a file and returns the upload. */
export async function sendAll(service: TestCatalog, content: Buffer): Promise<catalog.PartedUpload> {
  const upload = await begin(service, content.length);
  for (let number = 1; number <= upload.partCount; number += 1) {
    const { status } = await sendPart(service, {
      id: upload.id,
      number,
      body: new Uint8Array(partOf(content, upload, number)),
    });
    if (status !== 200) throw new Error(`part ${number} was answered ${status}`);
  }
  return upload;
}

export async function submit(
  service: TestCatalog,
  fields: Record<string, string>,
  options: { user?: TestUser; headers?: Record<string, string> } = {},
): Promise<Reply> {
  const response = await fetch(`${service.url}/api/admin/videos/upload`, {
    method: 'POST',
    headers: { ...(options.user ?? service.superadmin).headers, ...options.headers },
    body: toForm(Object.entries(fields)),
  });
  return toReply(response);
}

export function videoIdOf(reply: Reply): string {
  return (reply.body.data as { video: { id: string } }).video.id; // the envelope of an accepted upload
}

/** Returns bytes that differ between parts. */
export function film(sizeBytes: number): Buffer {
  return randomBytes(sizeBytes);
}

export async function readSource(service: TestCatalog, id: string): Promise<Buffer> {
  const { source_key } = await videoRow(service, id);
  const object = await service.storage.get(source_key);
  if (!object) throw new Error('the source is not there');
  return buffer(object.stream);
}

/** Sends the head of a part and the beginning of its body over a socket, and returns the connection. */
export async function beginPart(
  service: TestCatalog,
  part: { id: string; number: number; announced: number; body: Buffer },
): Promise<Socket> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  const { authorization } = service.superadmin.headers;
  socket.write(
    `PUT /api/admin/uploads/${part.id}/parts/${part.number} HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\ncontent-type: application/octet-stream\r\ncontent-length: ${part.announced}\r\n\r\n`,
  );
  await new Promise<void>((resolve) => socket.write(part.body, () => resolve()));
  return socket;
}
