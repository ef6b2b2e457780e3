import type { FileName } from '../content/files.js';
import type { Picture } from './png.js';

const perDay = [4, 3, 5, 2, 4, 1, 1, 1, 0, 0, 1, 0];

/** A bar chart: lost changes per day, before and after the release. */
const chart: Picture = {
  width: 320,
  height: 180,
  palette: [
    [255, 255, 255],
    [226, 232, 240],
    [71, 85, 105],
    [220, 38, 38],
    [22, 163, 74],
  ],
  paint(x, y) {
    if (x === 24 || y === 160) return 2;
    const day = Math.floor((x - 30) / 24);
    const value = perDay[day];
    const isBar = value !== undefined && x >= 30 && (x - 30) % 24 < 16 && y < 160 && y > 160 - value * 28;
    if (isBar) return day < 5 ? 3 : 4;
    return x > 24 && y < 160 && (160 - y) % 28 === 0 ? 1 : 0;
  },
};

/** A roster sketched on paper: people down the side, days across, nights hatched. */
const sketch: Picture = {
  width: 200,
  height: 126,
  palette: [
    [253, 252, 246],
    [148, 163, 184],
    [14, 116, 144],
    [234, 179, 8],
  ],
  paint(x, y) {
    if (x % 20 === 0 || y % 18 === 0) return 1;
    const column = Math.floor(x / 20);
    const row = Math.floor(y / 18);
    if (column < 3 || row === 0) return 0;
    const shift = (column * 5 + row * 3) % 7;
    if (shift < 3) return 2;
    return shift === 4 && (x + y) % 5 === 0 ? 3 : 0;
  },
};

/** The quay in the rain: sky, water, a ferry, and a tablet on its post. */
const photo: Picture = {
  width: 160,
  height: 90,
  palette: [
    [148, 163, 184],
    [100, 116, 139],
    [30, 58, 95],
    [241, 245, 249],
    [185, 28, 28],
    [17, 24, 39],
    [250, 204, 21],
  ],
  paint(x, y) {
    if (x > 122 && x < 142 && y > 42 && y < 56) return y > 53 ? 6 : 5;
    if (x > 130 && x < 134 && y >= 56) return 5;
    if (y > 75) return 1;
    const isHull = y > 46 && y < 58 && x > y - 31 && x < 128 - y / 2;
    if (isHull) return y < 49 ? 4 : 2;
    if (y > 33 && y <= 46 && x > 30 && x < 95) return x % 5 < 3 && y % 6 < 3 ? 5 : 3;
    if (y > 24 && y <= 33 && x > 65 && x < 73) return 4;
    const isRain = (x * 3 + y) % 23 === 0;
    if (y > 55) return isRain ? 0 : 2;
    return isRain ? 1 : 0;
  },
};

/** The pictures by file name. */
export const pictures: Readonly<Partial<Record<FileName, Picture>>> = { chart, sketch, photo };
