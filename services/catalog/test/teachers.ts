import { createClient, type auth, type Call } from '@larksong/contracts';
import type { TestUser } from '@larksong/service-kit/testing';

import { toForm, videoFile, type TestCatalog } from './support.ts';

export interface TestTeacher extends TestUser {
  call: Call;
}

/** Signs in an account that makes calls. */
export async function signIn(
  service: TestCatalog,
  role: auth.GivenRole,
  { username, ...given }: Partial<auth.Teacher> & { username?: string } = {},
): Promise<TestTeacher> {
  const user = await service.issuer.signIn(role, username, given);
  return { ...user, call: createClient({ baseUrl: service.url, headers: () => user.headers }) };
}

/** Takes the role of a teacher away from a session. */
export function demote({ issuer }: TestCatalog, { sessionId }: TestUser): void {
  issuer.sessions.set(sessionId, { active: true, role: 'user', teacher: null });
}

/** Uploads a form as an account, and returns its answer. */
export async function uploadAs(
  service: TestCatalog,
  { headers }: Pick<TestUser, 'headers'>,
  fields: Record<string, string> = {},
  content = 'not really a film',
): Promise<{ status: number; id: string; message: string }> {
  const response = await fetch(`${service.url}/api/admin/videos/upload`, {
    method: 'POST',
    headers,
    body: toForm([...Object.entries({ title: 'Ducks', ...fields }), ['video', videoFile(content)]]),
  });
  const answer = (await response.json()) as { data?: { video: { id: string } }; message: string };
  return { status: response.status, id: answer.data?.video.id ?? '', message: answer.message };
}
