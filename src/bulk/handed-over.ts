import type { Entity } from '../client/find/references.js';

/** Entities that were found for a command before its verb looks for them. */
const handed = new WeakMap<object, Map<string, Entity>>();

/** Makes the verb use this entity where it looks for `text`, instead of looking it up again. Returns `text`. */
export function handOver(context: object, entity: Entity, text = `${entity.kind}:${entity.uuid}`): string {
  const entities = handed.get(context) ?? new Map<string, Entity>();
  handed.set(context, entities.set(text, entity));
  return text;
}

/** The entity that was handed over under this text; given only once, so that later lookups read it again. */
export function takeHanded(context: object, text: string): Entity | undefined {
  const entity = handed.get(context)?.get(text);
  handed.get(context)?.delete(text);
  return entity;
}
