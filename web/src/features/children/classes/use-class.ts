import { auth } from '@larksong/contracts';

import { useCall } from '../../../api/queries.ts';

/** A class with its nests. */
export interface FullClass {
  one: auth.NestClass;
  nests: readonly auth.Nest[];
  isPinSet: boolean;
  /** How many further nests there is room for; null for somebody else's class, of which only the server knows it. */
  room: number | null;
}

/** Reads a class and its nests. `isMissing` if the caller has none with this id. */
export function useClass(id: string) {
  const classes = useCall(auth.listClasses, {}, { staleTime: 0 });
  const nests = useCall(auth.listNests, {}, { staleTime: 0 });
  const one = classes.data?.classes.find((each) => each.id === id);
  const failed = [classes, nests].find(({ data, isError }) => data === undefined && isError);
  return {
    full: one && nests.data ? toFull(one, nests.data) : undefined,
    isMissing: classes.data !== undefined && one === undefined,
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
  };
}

type NestList = { nests: readonly auth.Nest[]; maximum: number; isPinSet: boolean };

function toFull(one: auth.NestClass, { nests, maximum, isPinSet }: NestList): FullClass {
  const byId = new Map(nests.map((nest) => [nest.id, nest]));
  const owned = nests.filter(({ isMine }) => isMine).length;
  return {
    ...{ one, isPinSet },
    nests: one.nestIds.flatMap((nestId) => byId.get(nestId) ?? []),
    room: one.isMine ? Math.max(0, maximum - owned) : null,
  };
}
