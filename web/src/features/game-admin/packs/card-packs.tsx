import { formatBytes, game } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { Download, Printer } from 'lucide-react';
import { useState } from 'react';

import { fetchFile } from '../../../api/fetch-file.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { ButtonLink } from '../../../parts/button-link.tsx';
import { errorSentence } from '../../../parts/error-sentence.ts';
import { useLeaveWarning } from '../../../parts/use-leave-warning.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { DropZone } from '../../../ui/drop-zone.tsx';
import { Message } from '../../../ui/message.tsx';
import { PackImport } from './pack-import.tsx';
import { usePackImport } from './use-pack-import.ts';

const FILE_NAME = 'larksong-cards.zip';

/** Letters, words, pictures and sounds as one file: drop it to import it, export it, or print its cards. */
export function CardPacks({ letter }: { letter: string | null }) {
  const packs = usePackImport();
  const [replace, setReplace] = useState(false);
  const exporting = useMutation({
    mutationFn: async () => saveFile(await fetchFile(game.exportPack, {}), FILE_NAME),
  });
  useLeaveWarning(packs.isSending, 'The pack has not been sent completely and would not be imported.');
  return (
    <section className="panel" aria-labelledby="packs">
      <div className="row apart">
        <div>
          <h2 id="packs">Card packs</h2>
          <p className="muted">
            Letters, words, pictures and sounds in one file, for another site or a class.
          </p>
        </div>
        <div className="row">
          <Button variant="plain" busy={exporting.isPending} onClick={() => exporting.mutate()}>
            {!exporting.isPending && <Download className="icon" aria-hidden />}
            {exporting.isPending ? 'Exporting…' : 'Export'}
          </Button>
          <ButtonLink variant="plain" to={paths.printOf(letter === null ? [] : [letter])}>
            <Printer className="icon" aria-hidden />
            Print cards
          </ButtonLink>
        </div>
      </div>
      {exporting.isError && <Message kind="bad">{errorSentence(exporting.error)}</Message>}
      {packs.isSending ? (
        <Sending sentBytes={packs.sentBytes} totalBytes={packs.totalBytes} onCancel={packs.cancel} />
      ) : (
        <>
          <DropZone accept=".zip,application/zip" onFile={(file) => packs.send(file, replace)}>
            Drop a pack here or <span className="button plain">Choose pack</span>
          </DropZone>
          <label className="choice">
            <input
              type="checkbox"
              name="replace"
              checked={replace}
              onChange={(event) => setReplace(event.target.checked)}
            />
            <span>
              Overwrite existing pictures and sounds
              <small>Otherwise, the site keeps its own.</small>
            </span>
          </label>
        </>
      )}
      {packs.problem !== undefined && <Message kind="bad">{packs.problem}</Message>}
      {packs.import && <PackImport shown={packs.import} isStale={packs.isStale} onHide={packs.hide} />}
    </section>
  );
}

interface SendingProps {
  sentBytes: number;
  totalBytes: number;
  onCancel: () => void;
}

function Sending({ sentBytes, totalBytes, onCancel }: SendingProps) {
  const isSent = sentBytes >= totalBytes && sentBytes > 0;
  return (
    <div className="stack">
      <div className="row apart">
        <span>
          {isSent ? 'Checking the pack…' : `${formatBytes(sentBytes)} of ${formatBytes(totalBytes)} sent`}
        </span>
        {!isSent && (
          <Button variant="plain" slim onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
      <progress max={totalBytes} value={sentBytes} aria-label="Sent" />
    </div>
  );
}
