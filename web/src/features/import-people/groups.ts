import type { auth } from '@larksong/contracts';

/** `differs`: the table has other values than an account, which stays as it is; `same`: nothing changes or differs. */
const GROUPS = ['mistake', 'invite', 'promote', 'differs', 'same'] as const;
export type GroupName = (typeof GROUPS)[number];

export interface PeopleGroup {
  name: GroupName;
  people: readonly auth.PersonCheck[];
}

/** Returns the lines of a table by what happens with them, without empty groups; those that need somebody come first. */
export function groupPeople(people: readonly auth.PersonCheck[]): PeopleGroup[] {
  return GROUPS.map((name) => ({ name, people: people.filter((person) => toGroup(person) === name) })).filter(
    (group) => group.people.length > 0,
  );
}

function toGroup({ work, explanations }: auth.PersonCheck): GroupName {
  if (work !== 'none') return work;
  return explanations.every(({ reason }) => reason === 'people.unchanged') ? 'same' : 'differs';
}
