import { auth } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { Download, Upload } from 'lucide-react';

import { fetchFile } from '../../api/fetch-file.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useTexts } from '../../lib/texts.ts';
import { ButtonLink } from '../../parts/button-link.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';

const FILE_NAME = 'larksong-people.csv';

/** Many people at once: a link to the import of a table, and all accounts as such a table. */
export function PeopleTables() {
  const t = useTexts();
  const saving = useMutation({
    mutationFn: async () => saveFile(await fetchFile(auth.exportPeople, {}), FILE_NAME),
  });
  return (
    <>
      <div className="row">
        <ButtonLink variant="plain" to={paths.importPeople}>
          <Upload className="icon" aria-hidden />
          {t('people.import')}
        </ButtonLink>
        <Button variant="plain" busy={saving.isPending} onClick={() => saving.mutate()}>
          {!saving.isPending && <Download className="icon" aria-hidden />}
          {t('people.export')}
        </Button>
      </div>
      {saving.isError && <Message kind="bad">{errorSentence(saving.error)}</Message>}
    </>
  );
}
