import { game } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { call } from '../../../api/client.ts';
import { useCall } from '../../../api/queries.ts';
import { sendBody } from '../../../api/send-body.ts';
import { readStored, writeStored } from '../../../lib/storage.ts';
import { text } from '../../../lib/texts.ts';
import { errorSentence } from '../../../parts/error-sentence.ts';
import { refreshContent } from '../content/use-content.ts';

/** Pauses between two requests: while a pack is imported, and while its sounds are prepared. */
const RUNNING_MS = 1000;
const PREPARING_MS = 3000;
/** The last import that was hidden on this device. */
const HIDDEN_KEY = 'packs.hidden';

/** The pack that is being sent, and the import that is shown: the one of this page, else the latest. */
export function usePackImport() {
  const [ownId, setOwnId] = useState<string | null>(null);
  const [hiddenId, setHiddenId] = useState(() => readStored(HIDDEN_KEY));
  const [sentBytes, setSentBytes] = useState(0);
  const stop = useRef<AbortController>(null);
  const latest = useCall(game.getLatestPackImport, {}, { staleTime: 0 });
  const sending = useMutation({
    mutationFn: ({ file, replace }: { file: File; replace: boolean }) => {
      stop.current = new AbortController();
      setSentBytes(0);
      return sendPack(file, { replace, signal: stop.current.signal, onProgress: setSentBytes });
    },
    onSuccess: (started) => setOwnId(started.id),
  });
  const starter = useStarter((started) => setOwnId(started.id));
  useEffect(() => () => stop.current?.abort(), []);
  const id = ownId ?? latest.data?.import?.id ?? null;
  const isShown = id !== hiddenId && !sending.isPending;
  const query = useImport(isShown ? id : null);
  return {
    import: isShown ? query.data?.import : undefined,
    isSending: sending.isPending,
    sentBytes,
    totalBytes: sending.variables?.file.size ?? 0,
    problem: toProblem(sending.error) ?? starter.problem,
    /** The connection is lost while an import is shown. */
    isStale: query.isError || query.fetchStatus === 'paused',
    send: (file: File, replace: boolean): void => {
      if (!sending.isPending) sending.mutate({ file, replace });
    },
    starter,
    /** Hides the import that is shown, on this device. */
    hide: (): void => {
      writeStored(HIDDEN_KEY, id);
      setHiddenId(id);
    },
    cancel: () => stop.current?.abort(),
  };
}

/** Returns how to add a starter pack, which is an import, too. */
function useStarter(onStarted: (started: game.PackImport) => void) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (language: (typeof game.STARTER_LANGUAGES)[number]) =>
      (await call(game.importStarterPack, { params: { language } })).data.import,
    onSuccess: onStarted,
  });
  return { start: mutate, isStarting: isPending, problem: toProblem(error) };
}

/** Returns the sentence for an error, unless it is the reason of an aborted signal. */
function toProblem(error: Error | null): string | undefined {
  return error && error.name !== 'AbortError' ? errorSentence(error) : undefined;
}

async function sendPack(
  file: File,
  options: { replace: boolean; signal: AbortSignal; onProgress: (sentBytes: number) => void },
): Promise<game.PackImport> {
  const { replace, signal, onProgress } = options;
  const data = await sendBody(game.importPack, file, {
    query: { replace },
    signal,
    onProgress,
    failure: text('game-admin.unreachable'),
  });
  return data.import;
}

/** Reads an import until it is done and all of its sounds are prepared; refreshes the letters as it progresses. */
function useImport(id: string | null) {
  const query = useCall(
    game.getPackImport,
    { params: { id: id ?? '' } },
    {
      enabled: id !== null,
      staleTime: 0,
      refetchInterval: ({ state }) => {
        const shown = state.data?.import;
        if (shown?.state === 'done') return shown.preparingCount > 0 && PREPARING_MS;
        return RUNNING_MS;
      },
    },
  );
  const shown = query.data?.import;
  const stage = shown && `${shown.id} ${shown.state} ${shown.preparingCount}`;
  const seen = useRef<string>(undefined);
  useEffect(() => {
    // Steps done before this page was opened are already known.
    if (seen.current !== undefined && seen.current !== stage) void refreshContent();
    if (stage !== undefined) seen.current = stage;
  }, [stage]);
  return query;
}
