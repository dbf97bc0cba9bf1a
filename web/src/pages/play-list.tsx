import { useParams } from 'react-router';

import { ListPlayerView } from '../features/list-player/list-player-view.tsx';

/** Plays a list through: `/lists/<id>/play?song=<id of its first song>`. */
export function PlayListPage() {
  const { id = '' } = useParams();
  return <ListPlayerView id={id} />;
}
