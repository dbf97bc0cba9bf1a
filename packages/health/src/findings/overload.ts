import type { status } from '@larksong/contracts';

import { toFinding } from '../finding.ts';
import { listProcesses, type MachineLoad, type SiteFacts } from './facts.ts';

/** Load per processor from which a machine counts as overloaded; below, answers arrive in time. */
const TOO_MANY = 4;

const TIMED_OUT = /not within \d+ ms|time(?:d )?-?out/i;

/** Returns whether the load is so high that even sound servers answer late. */
export function isOverloaded({ average, processors }: MachineLoad): boolean {
  return average >= TOO_MANY * processors;
}

/** Returns the parts of a site that did not answer in time: services, servers, and `address` for the public address. */
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
  const finding = toFinding(
    { id: 'machine-overloaded', severity: 'warning', about: 'machine' },
    {
      load: Math.round(load.average),
      coreCount: load.processors,
      lateCount: late.length,
      lateParts: late,
    },
  );
  return { facts: left, findings: [finding] };
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
    late.add('address');
    figures.address = null;
  }
  return { facts: left, late: [...late] };
}
