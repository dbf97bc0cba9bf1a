import { auth, catalog } from '@larksong/contracts';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';

type Look = Pick<auth.NestFace, 'animal' | 'ground'> & { nickname: string };

/** Returns the rule with which the form of a new nest begins: it shows nothing, and has no limits. */
export function startRule(): catalog.NestRule {
  return {
    rows: [],
    hiddenVideoIds: [],
    allowsSearch: false,
    volume: 100,
    game: { isOn: false, letters: [], says: 'letter', largest: '4x4' },
    time: {
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      minutes: null,
      hours: null,
      countsLearning: false,
      countsGame: false,
      countsStill: false,
    },
  };
}

/**
 * Returns a function that saves a nest and then its rule. If only the rule fails, the nest exists and shows nothing;
 * saving once more does not make a second one.
 */
export function createNestSaver(nest: auth.Nest | null, version: number) {
  let saved = nest;
  return async (look: Look, rule: catalog.NestRule): Promise<void> => {
    try {
      const { data } =
        saved === null
          ? await call(auth.createNest, { body: look })
          : await call(auth.updateNest, { params: { id: saved.id }, body: look });
      saved = data.nest;
      const id = saved.classId ?? saved.id;
      await call(catalog.putNestRule, { params: { id }, body: { rule, version } });
    } finally {
      await invalidate(auth.listNests, catalog.getNestRule);
    }
  };
}
