import type { catalog } from '@larksong/contracts';

interface Tile {
  column: number;
  row: number;
}

/** Returns the tile for a moment of the video; after the last one, the last. */
export function findTile(storyboard: catalog.Storyboard, seconds: number): Tile {
  const { intervalSeconds, columns, rows } = storyboard;
  const last = columns * rows - 1;
  const index = Math.max(0, Math.min(last, Math.floor(seconds / intervalSeconds)));
  return { column: index % columns, row: Math.floor(index / columns) };
}

/** Returns the background styles that show only the tile, whatever the size of the box. */
export function toTileStyle(storyboard: catalog.Storyboard, tile: Tile) {
  const { url, columns, rows, tileWidth, tileHeight } = storyboard;
  return {
    aspectRatio: `${tileWidth} / ${tileHeight}`,
    backgroundImage: `url(${JSON.stringify(url)})`,
    backgroundSize: `${columns * 100}% ${rows * 100}%`,
    backgroundPosition: `${toShare(tile.column, columns)}% ${toShare(tile.row, rows)}%`,
  };
}

/** A background at 100 % is aligned with the end of the box, so the last of `count` tiles is at 100 %. */
function toShare(index: number, count: number): number {
  return count > 1 ? (index / (count - 1)) * 100 : 0;
}
