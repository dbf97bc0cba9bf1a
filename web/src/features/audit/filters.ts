import { AUDIT_ACTIONS, type AuditArea, type AuditFilter } from '@larksong/contracts';

/** The filters in the page's address; dates are days in the reader's time zone. */
export interface Filters {
  person: string;
  subject: string;
  action: string;
  from: string;
  until: string;
}

const NAMES = ['person', 'subject', 'action', 'from', 'until'] as const;

/** Returns the part of the site that an address names; the videos for any other address. */
export function readArea(address: URLSearchParams): AuditArea {
  const name = address.get('area');
  return name === 'accounts' || name === 'game' ? name : 'videos';
}

/** Returns the filters of an address; missing or unknown ones are empty. */
export function readFilters(address: URLSearchParams): Filters {
  const [person = '', subject = '', action = '', from = '', until = ''] = NAMES.map(
    (name) => address.get(name) ?? '',
  );
  const isKnown = AUDIT_ACTIONS[readArea(address)].some((known) => known === action);
  return { person, subject, action: isKnown ? action : '', from: toDay(from), until: toDay(until) };
}

/** Returns an address with one filter or the area changed; empty ones are left out. */
export function withFilter(
  address: URLSearchParams,
  name: keyof Filters | 'area',
  value: string,
): URLSearchParams {
  const next = new URLSearchParams(address);
  if (value === '') next.delete(name);
  else next.set(name, value);
  // Each part of the site has its own kinds of changes.
  if (name === 'area') next.delete('action');
  return next;
}

/** Returns the filters for the server. Both days are included. */
export function toQuery({ person, subject, action, from, until }: Filters): AuditFilter {
  return {
    ...(person === '' ? {} : { person }),
    ...(subject === '' ? {} : { subject }),
    ...(action === '' ? {} : { action }),
    ...(from === '' ? {} : { from: startOf(from, 0) }),
    ...(until === '' ? {} : { to: startOf(until, 1) }),
  };
}

function toDay(text: string): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00`));
  return isDay ? text : '';
}

/** Returns the moment at which a day begins where the reader is, `days` later. */
function startOf(day: string, days: number): string {
  const date = new Date(`${day}T00:00`);
  date.setDate(date.getDate() + days);
  return date.toISOString();
}
