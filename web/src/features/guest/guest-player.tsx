import { catalog } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { call } from '../../api/client.ts';
import { isWorthRetrying } from '../../api/query-client.ts';
import { findDeviceSong, keepDeviceSong } from '../../parts/list-playing.ts';
import { paths } from '../../paths.ts';
import { ListHostContext, type ListHost } from '../list-player/list-host.tsx';
import { ListPlayer } from '../list-player/list-player.tsx';
import type { SongReportProps } from '../list-player/song-report.tsx';
import type { OnPlayback } from '../player/playback/use-playback.ts';
import { toCode } from './code.ts';
import { findGuestSong } from './guest-list.ts';
import { markHeard } from './heard.ts';
import { useHeadingFocus } from './use-heading-focus.ts';

interface GuestPlayerProps {
  /** As it stands in the address. */
  code: string;
  /** Has songs, unless they left it while it is played. */
  list: catalog.GuestList;
  /** The song of the address. */
  asked: string;
  /** Somebody came from the pictures. */
  hasMoved: boolean;
}

/** Plays the list of a link through, from one of its songs on, by the calls of guests. */
export function GuestPlayer({ code, list, asked, hasMoved }: GuestPlayerProps) {
  const { linkId } = list;
  const [first] = useState(asked);
  useHeadingFocus(hasMoved);
  const [host] = useState(() => createHost(code, linkId));
  return (
    <ListHostContext value={host}>
      <ListPlayer
        list={{ ...list, id: linkId }}
        songs={list.songs}
        asked={first}
        position={findDeviceSong(linkId)}
      />
    </ListHostContext>
  );
}

function createHost(code: string, linkId: string): ListHost {
  return {
    toList: () => paths.guestOf(code),
    SongReport: (props) => <GuestReport {...props} linkId={linkId} />,
    findSong: (id) => findGuestSong(toCode(code), id),
    keepPosition: (videoId) => keepDeviceSong(linkId, videoId),
  };
}

/** From here on a song counts as heard. */
const HEARD_SHARE = 0.9;

/** Reports the opening of a song as a visitor's, and nothing else; this device alone remembers that it was heard. */
function GuestReport({
  id,
  isWaiting,
  durationSeconds,
  reportRef,
  onReady,
  onBegin,
  linkId,
}: GuestReportProps) {
  const [hasBegun, setBegun] = useState(false);
  useOpening(linkId, id, !isWaiting);
  const tellReady = useEffectEvent(onReady);
  const tellBegin = useEffectEvent(onBegin);
  const observe = useEffectEvent((...[playback, seconds]: Parameters<OnPlayback>) => {
    if (playback === 'playing') setBegun(true);
    const isHeard = durationSeconds !== null && seconds >= HEARD_SHARE * durationSeconds;
    if (playback === 'ended' || isHeard) markHeard(linkId, id);
  });
  useEffect(() => {
    reportRef.current = (playback, seconds) => observe(playback, seconds);
    tellReady(); // the link has opened the streams of all its songs
    return () => {
      reportRef.current = null;
    };
  }, [reportRef]);
  useEffect(() => {
    if (hasBegun) tellBegin();
  }, [hasBegun]);
  return null;
}

interface GuestReportProps extends SongReportProps {
  linkId: string;
}

function useOpening(linkId: string, videoId: string, isOpen: boolean): void {
  const hasOpened = useRef(false);
  const { mutate: open } = useMutation({
    mutationFn: () =>
      call(catalog.recordGuestView, { params: { linkId, videoId }, body: { watchedDuration: 0 } }),
    retry: isWorthRetrying,
  });
  useEffect(() => {
    if (!isOpen || hasOpened.current) return;
    hasOpened.current = true;
    open();
  }, [isOpen, open]);
}
