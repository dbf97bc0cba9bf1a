import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import type { Account } from '../support/accounts.ts';

/** How one request of a load ended. */
export interface Answer {
  what: 'read' | 'write' | 'upload';
  path: string;
  /** 0 if the connection ended without an answer. */
  status: number;
  /** `code` of a failure; undefined if the answer was no failure, or not in the envelope. */
  code: string | undefined;
  /** When the request was sent, on the clock of `performance.now()`. */
  sentAtMs: number;
  ms: number;
}

export type Send = (path: string, init: RequestInit) => Promise<Response>;

export interface LoadOptions {
  account: Account;
  clip: Blob;
  /** Time between the starts of two requests of a kind, however long they take; a kind without it is not sent. */
  everyMs: { read?: number; write?: number; upload?: number };
  /** Id of a video that reads and writes use. */
  videoId: string;
  send: Send;
}

export interface Load {
  answers: Answer[];
  /** Ids of the videos whose uploads were accepted, by title. */
  accepted: Map<string, string>;
  /** Ends the load and waits for its last answers. */
  stop: () => Promise<void>;
}

const UPLOAD_TIMEOUT_MS = 60_000;
const TIMEOUT_MS = 20_000;

/** Starts reads, writes and uploads, each at its own rate. */
export function startLoad(options: LoadOptions): Load {
  const stopped = new AbortController();
  const load: Load = { answers: [], accepted: new Map(), stop: async () => {} };
  const kinds = { read, write, upload };
  const senders = Object.entries(kinds).map(async ([name, request]) => {
    const everyMs = options.everyMs[name as keyof typeof kinds]; // a key of `kinds`
    if (everyMs === undefined) return;
    const running: Promise<void>[] = [];
    for (let count = 0; !stopped.signal.aborted; count += 1) {
      running.push(request(options, load, count));
      await pause(everyMs, undefined, { signal: stopped.signal }).catch(() => {});
    }
    await Promise.all(running);
  });
  load.stop = async () => {
    stopped.abort();
    await Promise.all(senders);
  };
  return load;
}

async function read(options: LoadOptions, load: Load, count: number): Promise<void> {
  const paths = [
    '/api/videos',
    `/api/videos/${options.videoId}`,
    `/hls/${options.videoId}/master.m3u8`,
    '/api/game/categories',
    '/api/auth/profile',
  ];
  const path = paths[count % paths.length] ?? '';
  load.answers.push((await request(options, { what: 'read', path, timeoutMs: TIMEOUT_MS })).answer);
}

/** Sets and removes a like in turn. */
async function write(options: LoadOptions, load: Load, count: number): Promise<void> {
  const method = count % 2 === 0 ? 'POST' : 'DELETE';
  const path = `/api/videos/${options.videoId}/like`;
  load.answers.push((await request(options, { what: 'write', path, method, timeoutMs: TIMEOUT_MS })).answer);
}

async function upload(options: LoadOptions, load: Load, count: number): Promise<void> {
  const form = new FormData();
  const title = `Upload ${count}`;
  form.append('title', title);
  form.append('visibility', 'public');
  form.append('resolutions', '["360p"]');
  form.append('video', options.clip, 'clip.mp4');
  const { answer, body } = await request(options, {
    what: 'upload',
    path: '/api/admin/videos/upload',
    method: 'POST',
    form,
    timeoutMs: UPLOAD_TIMEOUT_MS,
  });
  load.answers.push(answer);
  const id = (body as { data?: { video?: { id?: string } } } | undefined)?.data?.video?.id; // the call's contract
  if (answer.status === 201 && id !== undefined) load.accepted.set(title, id);
}

interface Sent {
  what: Answer['what'];
  path: string;
  method?: string;
  form?: FormData;
  timeoutMs: number;
}

async function request(
  { account, send }: LoadOptions,
  { what, path, method = 'GET', form, timeoutMs }: Sent,
): Promise<{ answer: Answer; body: unknown }> {
  const startedAt = performance.now();
  const toAnswer = (status: number, code?: string): Answer => {
    return { what, path, status, code, sentAtMs: startedAt, ms: performance.now() - startedAt };
  };
  try {
    const response = await send(path, {
      method,
      headers: {
        authorization: `Bearer ${account.accessToken}`,
        ...(form ? { 'idempotency-key': randomUUID() } : {}),
      },
      ...(form ? { body: form } : {}),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    if (!text.startsWith('{')) return { answer: toAnswer(response.status), body: undefined };
    const body = JSON.parse(text) as { code?: string }; // the envelope of every call
    return { answer: toAnswer(response.status, body.code), body };
  } catch {
    return { answer: toAnswer(0), body: undefined };
  }
}

/** Describes answers as numbers by kind and status, for the log of a run. */
export function describeAnswers(answers: Answer[]): string {
  const counts = Map.groupBy(
    answers,
    ({ what, status, code }) => `${what} ${status}${code ? ` ${code}` : ''}`,
  );
  return [...counts].map(([name, group]) => `${name}: ${group.length}`).join(', ');
}
