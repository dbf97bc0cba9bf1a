export { createRandom, readCount, readSeed, type Random } from '@larksong/service-kit/testing/random';
