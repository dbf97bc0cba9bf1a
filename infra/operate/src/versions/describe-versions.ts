import { CARE, careOf, PROGRAMS, type Care, type CareList, type Program } from './care.ts';
import type { Versions } from './read-versions.ts';

interface DescribedVersion {
  program: Program;
  /** Null if it could not be found out. */
  version: string | null;
  care: Care;
  until: string | null;
  source: string;
}

export interface VersionsReport {
  /** The day on which the list of dates was renewed. */
  renewed: string;
  versions: DescribedVersion[];
}

/** Returns the versions of a site with what is known about their care. */
export function toVersionsReport(
  versions: Versions,
  { list = CARE, now = new Date() }: { list?: CareList; now?: Date } = {},
): VersionsReport {
  const lines = PROGRAMS.flatMap((program) => {
    const found = versions[program];
    if (found === undefined) return [];
    const known = list.programs[program];
    return (found.length > 0 ? found : [null]).map((version) => {
      // MinIO has ended as a whole; of others, nothing can be said without a version. Valkey is another program.
      const isListed = (version ?? '') !== '' || known.parts === 0;
      const isOther = version !== null && /^[A-Z]/i.test(version) && program === 'redis';
      const { care, until } =
        isListed && !isOther ? careOf(known, version ?? '', now) : { care: 'unknown' as const };
      return { program, version, care, until: until ?? null, source: known.source };
    });
  });
  return { renewed: list.renewed, versions: lines };
}

/** Returns the report as text, one line for each version. */
export function describeVersions({ renewed, versions }: VersionsReport, list: CareList = CARE): string {
  const lines = versions.map((line) => {
    const name = list.programs[line.program].name;
    return `${name.padEnd(9)} ${(line.version ?? 'not known').padEnd(24)} ${describeCare(line)}`;
  });
  const hasEnded = versions.some(({ care }) => care === 'ended');
  return [
    ...lines,
    '',
    `The dates are those of the programs' own makers, as of ${renewed}. Debian and Ubuntu mend what they ship themselves for longer: keep such a machine up to date with apt.`,
    ...(hasEnded ? ['What to do about what has ended: docs/operations/upstream.md.'] : []),
  ].join('\n');
}

function describeCare({ version, care, until, source }: DescribedVersion): string {
  if (care === 'kept') return `mended until ${until}`;
  if (care === 'ending') return `mended until ${until} only: plan for a newer one`;
  if (care === 'ended')
    return until === null
      ? 'no longer mended by its makers'
      : `no longer mended by its makers since ${until}`;
  return version === null ? 'does the site run?' : `no date known; see ${source}`;
}
