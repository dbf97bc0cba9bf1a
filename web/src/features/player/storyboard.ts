import type { catalog } from '@larksong/contracts';

interface Tile {
  column: number;
  row: number;
}

/** The tile that shows a moment of the video; behind the last one it is the last. */
export function findTile(storyboard: catalog.Storyboard, seconds: number): Tile {
  const { intervalSeconds, columns, rows } = storyboard;
  const last = columns * rows - 1;
  const index = Math.max(0, Math.min(last, Math.floor(seconds / intervalSeconds)));
  return { column: index % columns, row: Math.floor(index / columns) };
}

/** How a background picture is laid so that only the tile is seen, whatever the size of the box. */
export function toTileStyle(storyboard: catalog.Storyboard, tile: Tile) {
  const { url, columns, rows, tileWidth, tileHeight } = storyboard;
  return {
    aspectRatio: `${tileWidth} / ${tileHeight}`,
    backgroundImage: `url(${JSON.stringify(url)})`,
    backgroundSize: `${columns * 100}% ${rows * 100}%`,
    backgroundPosition: `${toShare(tile.column, columns)}% ${toShare(tile.row, rows)}%`,
  };
}

/** A background at 100 % ends with the box, so that the last of `count` tiles is at 100 %. */
function toShare(index: number, count: number): number {
  return count > 1 ? (index / (count - 1)) * 100 : 0;
}
