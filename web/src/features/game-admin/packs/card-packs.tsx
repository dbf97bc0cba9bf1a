import { game, type Language } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { Download, Printer } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { fetchFile } from '../../../api/fetch-file.ts';
import { formatBytes } from '../../../lib/bytes.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useTexts } from '../../../lib/texts.ts';
import { ButtonLink } from '../../../parts/button-link.tsx';
import { toPackInput, type FurtherPack } from '../../../parts/game-cards/packs.ts';
import { errorSentence } from '../../../parts/error-sentence.ts';
import { useLeaveWarning } from '../../../parts/use-leave-warning.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { DropZone } from '../../../ui/drop-zone.tsx';
import { Message } from '../../../ui/message.tsx';
import { OtherLanguages } from './other-languages.tsx';
import { PackImport } from './pack-import.tsx';
import { usePackImport } from './use-pack-import.ts';

/** Returns the name under which a pack is saved. */
function fileNameOf(pack: FurtherPack): string {
  return pack === undefined ? 'larksong-cards.zip' : `larksong-cards-${pack}.zip`;
}

interface CardPacksProps {
  letter: string | null;
  pack: FurtherPack;
  onChoosePack: (language: Language) => void;
}

/** Letters, words, pictures and sounds as one file: drop it to import it, export it, or print its cards. */
export function CardPacks({ letter, pack, onChoosePack }: CardPacksProps) {
  const t = useTexts();
  const packs = usePackImport();
  const [replace, setReplace] = useState(false);
  const exporting = useMutation({
    mutationFn: async () => saveFile(await fetchFile(game.exportPack, toPackInput(pack)), fileNameOf(pack)),
  });
  useLeaveWarning(packs.isSending, t('packs.leave'));
  return (
    <section className="panel" aria-labelledby="packs">
      <div className="row apart">
        <div>
          <h2 id="packs">{t('packs.title')}</h2>
          <p className="muted">{t('packs.about')}</p>
        </div>
        <div className="row">
          <Button variant="plain" busy={exporting.isPending} onClick={() => exporting.mutate()}>
            {!exporting.isPending && <Download className="icon" aria-hidden />}
            {t(exporting.isPending ? 'packs.exporting' : 'packs.export')}
          </Button>
          <ButtonLink variant="plain" to={paths.printOf(letter === null ? [] : [letter], pack)}>
            <Printer className="icon" aria-hidden />
            {t('packs.print')}
          </ButtonLink>
        </div>
      </div>
      {exporting.isError && <Message kind="bad">{errorSentence(exporting.error)}</Message>}
      {packs.isSending ? (
        <Sending sentBytes={packs.sentBytes} totalBytes={packs.totalBytes} onCancel={packs.cancel} />
      ) : (
        <>
          <DropZone accept=".zip,application/zip" onFile={(file) => packs.send(file, replace)}>
            {t.rich('packs.drop', { choose: toButtonLook })}
          </DropZone>
          <label className="choice">
            <input
              type="checkbox"
              name="replace"
              checked={replace}
              onChange={(event) => setReplace(event.target.checked)}
            />
            <span>
              {t('packs.overwrite')}
              <small>{t('packs.overwrite-hint')}</small>
            </span>
          </label>
        </>
      )}
      <Beyond packs={packs} onChoosePack={onChoosePack} />
    </section>
  );
}

function toButtonLook(content: ReactNode): ReactNode {
  return <span className="button plain">{content}</span>;
}

type BeyondProps = Pick<CardPacksProps, 'onChoosePack'> & { packs: ReturnType<typeof usePackImport> };

/** The packs of other languages, and the progress of an import. */
function Beyond({ packs, onChoosePack }: BeyondProps) {
  return (
    <>
      {packs.problem !== undefined && <Message kind="bad">{packs.problem}</Message>}
      <OtherLanguages onChoose={onChoosePack} {...packs.starter} />
      {packs.import && <PackImport shown={packs.import} isStale={packs.isStale} onHide={packs.hide} />}
    </>
  );
}

interface SendingProps {
  sentBytes: number;
  totalBytes: number;
  onCancel: () => void;
}

function Sending({ sentBytes, totalBytes, onCancel }: SendingProps) {
  const t = useTexts();
  const isSent = sentBytes >= totalBytes && sentBytes > 0;
  return (
    <div className="stack">
      <div className="row apart">
        <span>
          {isSent
            ? t('packs.checking')
            : t('packs.sent', { sent: formatBytes(sentBytes), total: formatBytes(totalBytes) })}
        </span>
        {!isSent && (
          <Button variant="plain" slim onClick={onCancel}>
            {t('packs.cancel')}
          </Button>
        )}
      </div>
      <progress max={totalBytes} value={sentBytes} aria-label={t('packs.sent-bar')} />
    </div>
  );
}
