import { catalog, linkedVideo } from '@larksong/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { flushSync } from 'react-dom';
import { useNavigate, useSearchParams } from 'react-router';

import { queryKeyOf } from '../../api/queries.ts';
import { useTexts } from '../../lib/texts.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { useDeleteVideo } from '../../parts/use-delete-video.ts';

interface RemoveVideoProps {
  video: catalog.Video;
  onRemoved: () => void;
}

/** Deletes the video after a confirmation. A viewer who is watching it returns to the list. */
export function RemoveVideo({ video, onRemoved }: RemoveVideoProps) {
  const t = useTexts();
  const { id } = video;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { isDeleting, confirmAndDelete } = useDeleteVideo(video, () => {
    flushSync(onRemoved); // otherwise the dialog would ask about unsaved changes
    if (linkedVideo(search) === id) void navigate(paths.songs, { replace: true });
    queries.removeQueries({ queryKey: queryKeyOf(catalog.getVideo, { params: { id } }) });
  });
  return (
    <div className="row">
      <Button variant="danger" busy={isDeleting} onClick={() => void confirmAndDelete()}>
        {!isDeleting && <Trash2 className="icon" aria-hidden />}
        {isDeleting ? t('edit.deleting') : t('edit.delete')}
      </Button>
    </div>
  );
}
