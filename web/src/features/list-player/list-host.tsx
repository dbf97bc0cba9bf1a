import type { catalog } from '@larksong/contracts';
import { createContext, useContext, type ComponentType } from 'react';

import { paths } from '../../paths.ts';
import { findSong, type SongState } from './prepare-song.ts';
import { SongReport, type SongReportProps } from './song-report.tsx';

/** What the player of a list shows of it. */
export type PlayedList = Pick<catalog.SongList, 'id' | 'name' | 'sign' | 'hue' | 'songs'>;

/** The calls and pages by which a list is played: guests have others. It stays the same while a list is played. */
export interface ListHost {
  /** Returns the path of the list's page. */
  toList: (list: PlayedList) => string;
  SongReport: ComponentType<SongReportProps>;
  findSong: (id: string) => Promise<SongState>;
  /** Remembers the song that is played, instead of the calls of members and the lists of a device. */
  keepPosition?: (videoId: string) => void;
}

const OWN: ListHost = { toList: ({ id }) => paths.listOf(id), SongReport, findSong };

export const ListHostContext = createContext<ListHost>(OWN);

/** Reports the views of one song as the host does. Another song needs another `key`. */
export function HostedReport(props: SongReportProps) {
  const host = useListHost();
  return <host.SongReport {...props} />;
}

export function useListHost(): ListHost {
  return useContext(ListHostContext);
}
