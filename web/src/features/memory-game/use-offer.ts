import { game, isLanguage } from '@larksong/contracts';
import { useMemo, useState } from 'react';

import { useCall } from '../../api/queries.ts';
import { toPack, toPackInput, type FurtherPack } from '../../parts/game-cards/packs.ts';
import type { Offer } from './letters/starting-choice.ts';
import { loadPreferences } from './preferences/preferences.ts';

interface Link {
  onLeaveLink: () => void;
  /** The letters and the pack of the address, or null. */
  linkedLetters: string | null;
  linkedPack: string | null;
}

/**
 * Reads the letters of the pack that is played: the one of the link, where letters without a pack are those of the site's
 * own; otherwise the one last chosen on this device. A pack without cards is replaced by the site's own.
 */
export function useOffer({ onLeaveLink, ...link }: Link) {
  const [chosen, choosePack] = useState(() => loadPreferences().pack);
  const wanted = findWanted(link, chosen);
  const asked = useCall(game.listCategories, toPackInput(wanted));
  const isMissing = wanted !== undefined && asked.data?.categories.length === 0;
  const pack = isMissing ? undefined : wanted;
  const query = useCall(game.listCategories, toPackInput(pack));
  const { data } = query;
  const offer = useMemo(() => data && toOffer(data, pack), [data, pack]);
  const reload = async () => {
    const now = (await query.refetch()).data;
    return now && toOffer(now, pack);
  };
  const onChoose = (next: FurtherPack) => {
    choosePack(next);
    onLeaveLink();
  };
  // Any change may affect the cards that were fetched ahead.
  const table = { offer, version: query.dataUpdatedAt, reload, onChoose };
  return { query, table };
}

function findWanted(link: Omit<Link, 'onLeaveLink'>, chosen: FurtherPack): FurtherPack {
  if (isLanguage(link.linkedPack)) return toPack(link.linkedPack);
  return link.linkedLetters === null ? chosen : undefined;
}

function toOffer(data: Omit<Offer, 'pack'>, pack: FurtherPack): Offer {
  return pack === undefined ? data : { ...data, pack };
}
