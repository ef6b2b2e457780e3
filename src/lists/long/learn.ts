import type { LongReply } from '../../client/client.js';
import { learnOrgs, learnPeople, learnValues, toReferences, valueFields } from '../../client/learn/rows.js';
import type { Row } from '../../contract/row.js';
import { type Batch, readFields } from './byte-text.js';

/** Learns from the rows of a long list batch by batch. */
interface Learner {
  take(batch: Batch): void;
  /** Passes on what was learned; `beside` are the other fields of the response. */
  end(beside: Row): void;
}

const entities = { 'GET /tasks': 'task', 'GET /tickets': 'ticket' } as const;

const nameKeys = ['displayId', 'key', 'id', 'uuid', 'title', 'subject', 'name'];
const orgKeys = ['orgSlug', 'orgId', 'orgName'];

/** Of the values in rows, it keeps those of the first row with each. */
export function createLearner(route: LongReply['route'], index: LongReply['index']): Learner {
  const entity = entities[route];
  const wordKeys: readonly string[] = [...valueFields[entity], ...(entity === 'ticket' ? orgKeys : [])];
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
    take(batch) {
      for (const row of batch.rows)
        if (isNovel(row)) novel.push(readFields(row, [...wordKeys, 'tags', 'labels'], batch));
      if (!references.isFull()) references.add(toReferences(batch.rows.map((row) => readFields(row, nameKeys, batch))));
    },
    end({ users }) {
      references.end();
      learnValues(entity, novel, index);
      if (entity === 'ticket') learnOrgs(novel, index);
      learnPeople(users, index);
    },
  };
}
