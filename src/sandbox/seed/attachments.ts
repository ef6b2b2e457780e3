import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { type FileDraft, type FileName, files, type PersonName } from './content.js';
import { sayDates } from './marks.js';
import type { Scene } from './scene.js';

/** What files are attached to, by whom and when. */
interface Attaching {
  readonly entityType: 'task' | 'ticket' | 'message';
  readonly entityId: string;
  readonly orgId: string | null;
  readonly projectId: string | null;
  readonly by: PersonName;
  readonly at: string;
}

/** Attaches files to something. */
export type Attach = (names: readonly FileName[], home: Attaching) => void;

/** Creates the function that attaches files; a file's bytes are stored once, however often it is attached. */
export function makeAttach(scene: Scene): Attach {
  const sizes = new Map<FileName, number>();
  const store = (name: FileName): number => {
    const bytes = readBytes(scene, name);
    scene.insert('attachment_bytes', { id: scene.id('bytes', name), bytes });
    sizes.set(name, bytes.byteLength);
    return bytes.byteLength;
  };
  return (names, home) => {
    for (const key of names) {
      const { name, mime, width, height }: FileDraft = files[key];
      scene.insert('attachments', {
        id: scene.id('attachment', `${home.entityId} ${key}`),
        entity_type: home.entityType,
        entity_id: home.entityId,
        org_id: home.orgId,
        project_id: home.projectId,
        uploaded_by: scene.user(home.by),
        filename: name,
        mime_type: mime,
        size_bytes: sizes.get(key) ?? store(key),
        width: width ?? null,
        height: height ?? null,
        bytes_id: scene.id('bytes', key),
        created_at: home.at,
      });
    }
  };
}

/** The content of a file, with the days of the world in logs. The build copies the folder to where this finds it. */
function readBytes({ calendar }: Scene, key: FileName): Uint8Array {
  const { name, mime } = files[key];
  const bytes = readFileSync(new URL(`./texts/files/${key}${extname(name)}`, import.meta.url));
  return mime === 'text/plain' ? Buffer.from(sayDates(bytes.toString(), calendar)) : bytes;
}
