import { join } from 'node:path';
import { type Env, findFolders } from '../config/folders.js';
import { findProjectFile } from '../config/project-file.js';
import { parseServerUrl } from '../http/server-url.js';
import { instanceFolder, oneLine } from '../state/references.js';
import { type InstanceList, refreshInstanceList } from './instance-list.js';

/** What a shell asks, and from where. */
export interface Question {
  /** The instance that the command line names; empty where it names none. */
  readonly named: string;
  readonly env: Env;
  readonly platform: string;
  readonly workingFolder: string;
}

/**
 * Answers a shell that cannot tell by itself which server is in use: the folder of that server's index, empty where there is
 * none, and then the names of all instances, a line each. Sends no request.
 */
export function complete({ named, env, platform, workingFolder }: Question): string {
  const folders = findFolders(env, platform);
  const list = refreshInstanceList(folders);
  const url = chooseUrl(list, named, env, workingFolder);
  const folder = url === undefined ? '' : join(folders.cache(), instanceFolder(url));
  return [folder, ...list.instances.map(({ name }) => oneLine(name))].map((line) => `${line}\n`).join('');
}

/** The address of the server that is meant: by flag, environment, `.tracker.json`, or the default one, in this order. */
function chooseUrl(list: InstanceList, named: string, env: Env, workingFolder: string): string | undefined {
  const byName = (name: string | undefined): string | undefined =>
    list.instances.find((each) => each.name === name)?.url;
  if (named) return byName(named) ?? addressOf(named);
  if (env.TRACKER_URL) return addressOf(env.TRACKER_URL);
  return byName(env.TRACKER_INSTANCE || (findProjectFile(workingFolder)?.instance ?? list.preferred));
}

function addressOf(text: string): string | undefined {
  try {
    return parseServerUrl(text).key;
  } catch {
    return undefined;
  }
}
