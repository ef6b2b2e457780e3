import { setImmediate } from 'node:timers/promises';
import { rowFields } from '../../contract/routes.js';
import { isRow, notAnObject, type Row, rowsAt } from '../../contract/row.js';
import { isTooHeavy, lightBytes, maxWholeBytes, megabytes, mostInPiece, TooLarge } from '../../http/body/read.js';
import { NetworkFailure } from '../../http/message.js';
import type { LongReply } from '../client.js';
import { learnOrgs, learnPeople, learnValues, toReferences, valueFields } from '../learn/rows.js';
import { learnClues, ticketClues } from '../learn/sides.js';
import { unreadable, withoutWrapper } from '../responses/refusal.js';
import { ascii, type Batch, jsonToByteText, readFields } from './value-ends.js';
import { Window } from './window.js';

/** Takes the rows of a long list in order, batch by batch. */
export interface RowTaker {
  /** Whether the strings of rows may be byte text. */
  readonly takesByteText: boolean;
  /** Whether no row can be taken before the people of the response are known. */
  readonly needsPeople: boolean;
  /** Whether nothing has happened that a second try would repeat. */
  readonly isRepeatable?: boolean;
  /** Called before the first row, with the people of the response. */
  begin(users: unknown): Promise<void>;
  /** The next rows wait until it is done. */
  take(batch: Batch): Promise<void>;
}

/** Rows are parsed in batches of this size, so that only those of one are objects in memory (bytes). */
const batchBytes = 32 * 1024;

/**
 * Passes the rows of a long response on batch by batch, learns from them, and gives the other fields. Rows that need nothing behind
 * them are passed on as they arrive. A connection that breaks after a row was passed on for good is a lasting failure, so that the
 * request is not repeated (docs/requirements.md, R46).
 */
export async function takeLong(long: LongReply, taker: RowTaker): Promise<Row> {
  const reading = new RowReader(long, taker);
  let beside: Row = {};
  let isWhole = false;
  try {
    beside = await reading.read();
    isWhole = true;
    return beside;
  } catch (error) {
    if (!(error instanceof NetworkFailure) || !reading.hasBegun || taker.isRepeatable) throw error;
    throw new NetworkFailure(error.message, false, { hint: error.hint, isLasting: true, cause: error });
  } finally {
    // Even if the reader of the output is gone after the first row.
    long.reply.discard();
    const stored = reading.learner.end(beside);
    if (isWhole && stored) await long.sweep?.(long.request.url, stored);
  }
}

const peopleField = 'users';

/** The reading of a response that is one object with a list of rows. */
class RowReader {
  readonly learner: ReturnType<typeof createLearner>;
  /** Whether the rows have been reached. */
  hasBegun = false;
  readonly #window: Window;
  readonly #field: string;
  /** How much was parsed without a pause. */
  #parsedBytes = 0;

  constructor(
    readonly long: LongReply,
    readonly taker: RowTaker,
  ) {
    this.learner = createLearner(long.route, long.index);
    this.#window = new Window(long.body);
    this.#field = rowFields[long.route];
  }

  /** Passes the rows on, and gives the other fields. By the time that it throws, the rows before the damage have been taken. */
  async read(): Promise<Row> {
    // Without a prototype, so that no key can be mistaken for one.
    const beside: Record<string, unknown> = Object.create(null);
    const seen = new Set<string>();
    const window = this.#window;
    /** A list that people may come after. */
    let waiting: number | undefined;
    await window.skipMark();
    const start = await window.next();
    if (start === ascii.openList && withoutWrapper(this.long.request.url, [])) {
      await this.#takeRows(undefined);
      if ((await window.next()) !== undefined) throw this.#unreadable();
      return beside;
    }
    if (start !== ascii.openObject) {
      await this.#parse(await window.rest());
      throw this.#unreadable('is not a JSON object');
    }
    let byte = await window.next(1);
    for (let isOpen = byte !== ascii.closeObject; isOpen; ) {
      if (byte !== ascii.quote) throw this.#unreadable();
      const key = String(await this.#value());
      if ((await window.next()) !== ascii.colon) throw this.#unreadable();
      const isList = (await window.next(1)) === ascii.openList && key === this.#field;
      if (seen.has(key) && (key === this.#field || key === peopleField))
        throw this.#unreadable(`has ${JSON.stringify(key)} twice`);
      seen.add(key);
      if (!isList) beside[key] = await this.#value();
      else if (!this.taker.needsPeople || seen.has(peopleField)) await this.#takeRows(beside[peopleField]);
      else {
        const people = await this.#lookAhead();
        if (people) await this.#takeRows(people.value);
        else {
          await window.rest();
          waiting = window.at;
          await window.values();
        }
      }
      byte = await window.next();
      isOpen = byte === ascii.comma;
      if (isOpen) byte = await window.next(1);
    }
    if (byte !== ascii.closeObject || (await window.next(1)) !== undefined) throw this.#unreadable();
    if (waiting !== undefined) {
      window.at = waiting;
      await this.#takeRows(beside[peopleField]);
    } else if (!seen.has(this.#field) || Object.hasOwn(beside, this.#field)) rowsAt(beside, this.#field);
    return beside;
  }

  async #takeRows(people: unknown): Promise<void> {
    const window = this.#window;
    this.hasBegun = true;
    await this.taker.begin(people);
    let isOpen = (await window.next(1)) !== ascii.closeList;
    for (let count = 0; isOpen; ) {
      const batch = await this.#batch();
      const odd = batch.rows.findIndex((row) => !isRow(row));
      if (odd !== -1) throw notAnObject(this.#field, count + odd + 1);
      this.learner.take(batch);
      await this.taker.take(batch);
      count += batch.rows.length;
      const byte = await window.next();
      isOpen = byte === ascii.comma;
      if (!isOpen && byte !== ascii.closeList) throw this.#unreadable();
      if (isOpen) await window.next(1);
    }
    await window.next(1);
  }

  async #batch(): Promise<Batch> {
    const bytes = await this.#window.values(batchBytes);
    const { found } = this.#window;
    // A large row takes least memory as what it is.
    const isByteText = this.taker.takesByteText && bytes !== undefined && bytes.length <= lightBytes;
    const read = isByteText ? (rows: Buffer) => jsonToByteText(rows, found) : toText;
    const rows = await this.#parse(bytes, (rows) => `[${read(rows)}]`, found.hasOddNumber);
    return { rows: rows as readonly Row[], isByteText, isUnsafe: found.hasUnsafe };
  }

  /**
   * The people, if they are the last field of the response, once all of it has arrived; undefined if another is. In JSON, these
   * quotes can only be those of a key, and if only a value and one brace follow, it is a key of the outermost object.
   */
  async #lookAhead(): Promise<{ readonly value: unknown } | undefined> {
    await this.long.body.until(Number.POSITIVE_INFINITY);
    const bytes = this.#window.tail(lightBytes);
    const before = `,${JSON.stringify(peopleField)}:`;
    const start = bytes.lastIndexOf(before) + before.length;
    const end = bytes.lastIndexOf(ascii.closeObject);
    if (start < before.length || end < start || end - start > lightBytes) return undefined;
    return await this.#parse(bytes.subarray(start, end)).then(
      (value) => ({ value }),
      () => undefined,
    );
  }

  async #value(): Promise<unknown> {
    return await this.#parse(await this.#window.values());
  }

  /** Throws if there is nothing to parse, if it is invalid or too large. */
  async #parse(bytes: Buffer | undefined, read = toText, mayBeOdd = true): Promise<unknown> {
    if (bytes === undefined) throw this.#unreadable();
    const { status } = this.long.reply;
    if (bytes.length > maxWholeBytes) {
      const most = megabytes(maxWholeBytes);
      throw new TooLarge('failed', `the response has a value larger than ${most} MB`, { status });
    }
    if (bytes.length > lightBytes && isTooHeavy(bytes, mostInPiece))
      throw new TooLarge('failed', 'the response has a field or row with more than a million values', { status });
    this.#parsedBytes += bytes.length;
    if (this.#parsedBytes > lightBytes) {
      this.#parsedBytes = 0;
      // Keys and signals are looked at, although all of the response may have arrived.
      await setImmediate();
      this.long.request.signal.throwIfAborted();
    }
    const parsed = await this.long.parse(read(bytes), mayBeOdd);
    if (parsed === undefined) throw this.#unreadable();
    return parsed;
  }

  #unreadable(why = 'is not JSON') {
    return unreadable(this.long.request, this.long.reply, why);
  }
}

function toText(bytes: Buffer): string {
  return bytes.toString('utf8');
}

const entities = { 'GET /tasks': 'task', 'GET /tickets': 'ticket' } as const;

const nameKeys = ['displayId', 'key', 'id', 'uuid', 'title', 'subject', 'name'];
const ticketKeys = ['orgSlug', 'orgId', 'orgName', 'customerId', 'assignees', 'assignedAgentId'];

/** Of the values in rows, it keeps those of the first row with each. */
function createLearner(route: LongReply['route'], index: LongReply['index']) {
  const entity = entities[route];
  const wordKeys: readonly string[] = [...valueFields[entity], ...(entity === 'ticket' ? ticketKeys : [])];
  const seen = wordKeys.map((key) => ({ key, values: new Set<unknown>() }));
  const novel: Row[] = [];
  const isNovel = (row: Row): boolean => {
    let isNew = false;
    const note = (values: Set<unknown>, value: unknown): void => {
      if (typeof value !== 'string' || values.has(value)) return;
      values.add(value);
      isNew = true;
    };
    for (const { key, values } of seen) {
      const value = key === 'tag' ? (row.tags ?? row.labels) : row[key];
      if (Array.isArray(value)) for (const each of value) note(values, each);
      else note(values, value);
    }
    return isNew;
  };
  const references = index.learnInOrder(`${entity}s`);
  return {
    take(batch: Batch): void {
      for (const row of batch.rows)
        if (isNovel(row)) novel.push(readFields(row, [...wordKeys, 'tags', 'labels', 'createdAt'], batch));
      if (!references.isFull()) references.add(toReferences(batch.rows.map((row) => readFields(row, nameKeys, batch))));
    },
    /** Passes on what was learned, given the other fields of the response; gives what the index gives. */
    end({ users }: Row): ReturnType<typeof references.end> {
      const stored = references.end();
      learnValues(entity, novel, index);
      if (entity === 'ticket') {
        learnOrgs(novel, index);
        learnClues(index, novel.flatMap(ticketClues));
      }
      learnPeople(users, index);
      return stored;
    },
  };
}
