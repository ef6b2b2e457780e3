import { type FileName, files } from '../content/files.js';
import type { PersonName } from '../content/people.js';
import type { Scene } from '../scene.js';
import { bytesOf } from './file-bytes.js';
import { pictures } from './pictures.js';

/** What files are attached to, by whom and when. */
export interface Attaching {
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
  const store = (file: FileName): number => {
    const bytes = bytesOf(file, scene.calendar);
    scene.insert('attachment_bytes', { id: scene.id('bytes', file), bytes });
    sizes.set(file, bytes.byteLength);
    return bytes.byteLength;
  };
  return (names, home) => {
    for (const name of names) {
      const { name: filename, mime } = files[name];
      const picture = pictures[name];
      scene.insert('attachments', {
        id: scene.id('attachment', `${home.entityId} ${name}`),
        entity_type: home.entityType,
        entity_id: home.entityId,
        org_id: home.orgId,
        project_id: home.projectId,
        uploaded_by: scene.user(home.by),
        filename,
        mime_type: mime,
        size_bytes: sizes.get(name) ?? store(name),
        width: picture?.width ?? null,
        height: picture?.height ?? null,
        bytes_id: scene.id('bytes', name),
        created_at: home.at,
      });
    }
  };
}
