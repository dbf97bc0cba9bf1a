import { status } from '@larksong/contracts';

import { accountRules } from './accounts.ts';
import { addressRules } from './address.ts';
import { backupRules } from './backup.ts';
import type { SiteFacts } from './facts.ts';
import { settleOverload } from './overload.ts';
import { serverRules } from './servers.ts';
import { serviceRules } from './services.ts';
import { storageRules } from './storage.ts';
import { transcodingRules } from './transcoding.ts';

const RULES = [
  ...serviceRules,
  ...serverRules,
  ...storageRules,
  ...transcodingRules,
  ...accountRules,
  ...addressRules,
  ...backupRules,
];

/** Returns the findings that follow from the facts, the most severe first; none for a healthy site. */
export function findFindings(facts: SiteFacts): status.Finding[] {
  const rank = ({ severity }: status.Finding) => status.SEVERITIES.indexOf(severity);
  const { facts: settled, findings } = settleOverload(facts);
  return [...findings, ...RULES.flatMap((rule) => rule(settled))].toSorted(
    (one, other) => rank(one) - rank(other),
  );
}
