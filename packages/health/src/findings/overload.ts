import type { status } from '@larksong/contracts';

import { joinNames, listProcesses, type MachineLoad, type SiteFacts } from './facts.ts';

/** Load per processor from which a machine counts as overloaded; below, answers arrive in time. */
const TOO_MANY = 4;

const TIMED_OUT = /not within \d+ ms|time(?:d )?-?out/i;

/** Returns whether the load is so high that even sound servers answer late. */
export function isOverloaded({ average, processors }: MachineLoad): boolean {
  return average >= TOO_MANY * processors;
}

/** Returns the parts of a site that did not answer in time, as sentences name them. */
export function listLate(facts: SiteFacts): string[] {
  return forgetLate(facts).late;
}

/**
 * On an overloaded machine, returns the facts without anything that did not answer in time, since that says nothing
 * about the servers, and the finding that replaces it. Otherwise returns the facts unchanged.
 */
export function settleOverload(facts: SiteFacts): { facts: SiteFacts; findings: status.Finding[] } {
  const { load } = facts;
  if (load === undefined || !isOverloaded(load)) return { facts, findings: [] };
  const { facts: left, late } = forgetLate(facts);
  if (late.length === 0) return { facts, findings: [] };
  return { facts: left, findings: [toFinding(load, late)] };
}

function toFinding({ average, processors }: MachineLoad, late: string[]): status.Finding {
  return {
    id: 'machine-overloaded',
    severity: 'warning',
    about: 'machine',
    sentence: `The machine is overloaded (load ${Math.round(average)} on ${processors} ${processors === 1 ? 'core' : 'cores'}): ${joinNames(late)} did not answer in time, which says nothing about ${late.length === 1 ? 'it' : 'them'}.`,
    remedy:
      'Find out which program uses the processor (top), then end it or wait. If it is the preparation of videos, start fewer workers (WORKERS=1) or move them to another machine. Then look here again.',
  };
}

function forgetLate(facts: SiteFacts): { facts: SiteFacts; late: string[] } {
  const left = structuredClone(facts);
  const late = new Set<string>();
  for (const [name, answer] of Object.entries(left.answers)) {
    if (answer !== 'silent') continue;
    late.add(name);
    Object.assign(left.answers, { [name]: 'ok' });
  }
  for (const { process } of listProcesses(left)) {
    const servers = { Postgres: 'database', Redis: 'redis', storage: 'storage' } as const;
    for (const [title, server] of Object.entries(servers)) {
      const { state, problem } = process[server] ?? {};
      if (state !== 'away' || !TIMED_OUT.test(problem ?? '')) continue;
      late.add(title);
      process[server] = null;
    }
  }
  const figures = left.gateway?.figures;
  if (figures?.address?.state === 'unreachable' && TIMED_OUT.test(figures.address.problem ?? '')) {
    late.add('the public address');
    figures.address = null;
  }
  return { facts: left, late: [...late] };
}
