import type { catalog } from '@larksong/contracts';
import { useEffect, useState } from 'react';

import { text } from '../../../lib/texts.ts';
import { findCaption } from './captions.ts';
import { loadPreferences, savePreferences } from '../preferences/preferences.ts';

export interface Captions {
  list: readonly catalog.Caption[];
  /** Null while captions are off. */
  chosen: catalog.Caption | null;
  choose: (id: string | null) => void;
  /** Turns captions on, in the language shown last or else the reader's own, or off. Returns the confirmation. */
  toggle: () => string;
}

/**
 * Shows one of the video element's caption tracks (`data-caption`), or none, and remembers the choice. A new `source` has
 * other captions.
 */
export function useCaptions(
  video: HTMLVideoElement | null,
  source: string,
  list: readonly catalog.Caption[],
): Captions {
  const [chosenId, setChosenId] = useChosenId(source, list);
  const chosen = list.find(({ id }) => id === chosenId) ?? null;
  const shownId = chosen?.id ?? null;

  useShownTrack(video, shownId, setChosenId);

  const choose = (id: string | null) => {
    const caption = list.find((one) => one.id === id) ?? null;
    setChosenId(caption?.id ?? null);
    savePreferences({
      captions: caption !== null,
      ...(caption === null ? {} : { captionLanguage: caption.language }),
    });
  };
  const toggle = () => {
    const next = chosen === null ? findFirst(list) : null;
    if (chosen === null && next === null) return text('player.said-no-captions');
    choose(next?.id ?? null);
    return next === null
      ? text('player.said-captions-off')
      : text('player.said-captions', { label: next.label });
  };
  return { list, chosen, choose, toggle };
}

/** Shows a track, or none for null; `onChange` receives what the browser shows instead. */
function useShownTrack(
  video: HTMLVideoElement | null,
  shownId: string | null,
  onChange: (id: string | null) => void,
): void {
  useEffect(() => {
    if (video === null) return undefined;
    for (const { element, id } of listTracks(video))
      element.track.mode = id === shownId ? 'showing' : 'disabled';
    // The browser also chooses: a phone's full-screen menus do, and Chromium shows a second track if one is shown from
    // the start.
    const follow = () => {
      const shown = listTracks(video).filter(({ element }) => element.track.mode === 'showing');
      if (!shown.some(({ id }) => id === shownId)) return onChange(shown[0]?.id ?? null);
      for (const { element, id } of shown) if (id !== shownId) element.track.mode = 'disabled';
      return undefined;
    };
    video.textTracks.addEventListener('change', follow);
    return () => video.textTracks.removeEventListener('change', follow);
  }, [video, shownId, onChange]);
}

/** Holds the id of the chosen captions; for each source, the remembered language comes first. */
function useChosenId(source: string, list: readonly catalog.Caption[]) {
  const [chosenId, setChosenId] = useState(() => findRemembered(list)?.id ?? null);
  const [chosenFor, setChosenFor] = useState(source);
  if (chosenFor !== source) {
    setChosenFor(source);
    setChosenId(findRemembered(list)?.id ?? null);
  }
  return [chosenId, setChosenId] as const;
}

function listTracks(video: HTMLVideoElement) {
  return [...video.querySelectorAll('track')].map((element) => ({ element, id: element.dataset['caption'] }));
}

function findRemembered(list: readonly catalog.Caption[]): catalog.Caption | null {
  const { captions, captionLanguage } = loadPreferences();
  return captions && captionLanguage !== null ? findCaption(list, [captionLanguage]) : null;
}

function findFirst(list: readonly catalog.Caption[]): catalog.Caption | null {
  const { captionLanguage } = loadPreferences();
  const wanted = [...(captionLanguage === null ? [] : [captionLanguage]), ...navigator.languages];
  return findCaption(list, wanted) ?? list[0] ?? null;
}
