/** Settings of which a prefix is enough to recognise a name that only begins like one of them, such as SMTP_PASS. */
const FAMILIES = /^(SMTP|S3|BACKUP|SUPERADMIN)_/;
/** Characters that such a name may lack, or have in addition. */
const MOST_LEFT_OUT = 4;

/** Shorter names resemble those of other programs by chance. */
const LEAST_LENGTH = 7;
/** From this length, two mistakes are still a misspelling. */
const LONG = 10;

/** Variables of systems and other programs that resemble a setting. */
const OTHERS =
  /^(LANGUAGE|HOSTNAME|HTTPS?_PROXY|NO_PROXY|ALL_PROXY|TLS_\w+|NODE_\w+|NPM_\w+|PNPM_\w+|PG\w+|SSH_\w+|XDG_\w+|DOCKER_\w+|KUBERNETES_\w+|GITHUB_\w+|CI_\w+|AWS_\w+)$/i;

/** A variable of the environment that is probably meant to be a setting. */
export interface Misspelt {
  name: string;
  /** The setting that it resembles. */
  meant: string;
}

/**
 * Returns the variables that no program of the site reads and that resemble one of its settings, which is not set. All
 * other variables belong to the system or to other programs.
 */
export function findMisspelt(environment: NodeJS.ProcessEnv, known: ReadonlySet<string>): Misspelt[] {
  const isRead = (name: string) => known.has(name) || known.has(name.replace(/_FILE$/, ''));
  return Object.keys(environment)
    .filter((name) => environment[name] && !isRead(name) && !OTHERS.test(name))
    .flatMap((name): Misspelt[] => {
      const meant = findNearest(name, known);
      // Whoever has set the right one as well uses this one for something else.
      return meant === undefined || environment[meant] ? [] : [{ name, meant }];
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

function findNearest(name: string, known: ReadonlySet<string>): string | undefined {
  const [, stem = name, suffix = ''] = /^(.+?)(_FILE)?$/i.exec(name) ?? [];
  const upper = stem.toUpperCase().replaceAll('-', '_');
  if (upper.length < LEAST_LENGTH) return undefined;
  const most = upper.length < LONG ? 1 : 2;
  const [nearest] = [...known]
    .map((setting) => ({ setting, distance: distanceOf(upper, setting) }))
    .filter(({ setting, distance }) => distance <= most || isShortened(upper, setting))
    .toSorted((one, other) => one.distance - other.distance);
  return nearest && nearest.setting + suffix.toUpperCase();
}

function isShortened(name: string, setting: string): boolean {
  if (!FAMILIES.test(name) || !FAMILIES.test(setting)) return false;
  const isPart = setting.startsWith(name) || name.startsWith(setting);
  return isPart && Math.abs(setting.length - name.length) <= MOST_LEFT_OUT;
}

/** Returns the number of characters to insert, delete, replace or swap with their neighbour between two names. */
function distanceOf(one: string, other: string): number {
  let [before, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      line[column] = Math.min(
        (last[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    [before, last] = [last, line];
  }
  return last.at(-1) ?? 0;
}
