import type { Viewer } from '@larksong/service-kit';

/** The viewer of videos who has an account. */
export type AccountViewer =
  | { kind: 'member'; id: string; isTeacher: boolean }
  | { kind: 'superadmin'; id: string };

/**
 * The viewer of the songs of one link, and of nothing else: public ones, `own` also those of the link's maker, and
 * `registered` also those for registered people. That a song is in the list of the link is another question.
 */
export interface GuestViewer {
  kind: 'guest';
  makerId: string;
  shows: 'public' | 'own' | 'registered';
}

/**
 * The viewer of the songs of one nest, and of nothing else. It has no `id`, so that nothing takes it for an account.
 */
export interface NestViewer {
  kind: 'nest';
  nestId: string;
  ruleId: string;
  ownerId: string;
  /** Whether the owner has an account that is not disabled. */
  isLive: boolean;
}

/** The viewer of every song that a nest of one owner could hold, for choosing among them. */
export interface DoorViewer {
  kind: 'door';
  ownerId: string;
  isLive: boolean;
}

/** The viewer of videos, by the rules that apply: a stranger is a visitor to whom no video is open. */
export type VideoViewer =
  | { kind: 'visitor' }
  | { kind: 'stranger' }
  | GuestViewer
  | NestViewer
  | DoorViewer
  | AccountViewer;

/** Returns the viewer of videos for the caller of a request; null is a caller without a session. */
export type ToVideoViewer = (viewer: Viewer | null) => Promise<VideoViewer>;

/** Returns the viewer of videos for a caller with a session. */
export function toAccountViewer({
  id,
  role,
  teacher,
}: Pick<Viewer, 'id' | 'role' | 'teacher'>): AccountViewer {
  return role === 'superadmin' ? { kind: role, id } : { kind: 'member', id, isTeacher: teacher !== null };
}

/** Returns the id of the viewer's account; null without one. */
export function accountIdOf(viewer: VideoViewer): string | null {
  return 'id' in viewer ? viewer.id : null;
}
