import type { StoredObject } from '../../config/stored-file.js';
import { objectAt } from '../../contract/row.js';
import type { SignInFiles, TokenForm } from './form.js';
import { openKeys, seal, trialUrl } from './keys.js';
import { type KeptItem, keptItems, openSealedTokens } from './sealed.js';

/**
 * Gives all tokens the form that a setting asks for, in one write, and changes the setting: both happen, or neither. `helper` is to
 * keep the keys; undefined keeps the tokens as they are. A process that is killed in between leaves the tokens encrypted and the
 * setting unset, which every command can read. Throws TrackerError `sign_in_required` if a helper fails, also in a trial with each key
 * (docs/requirements.md, R90). Gives how many tokens have another form now, and what went wrong with keys that are no longer needed.
 */
export async function moveTokens(
  files: SignInFiles,
  helper: string | undefined,
  change: (config: StoredObject) => StoredObject,
) {
  const { config, credentials } = files;
  const tokens = openSealedTokens(files);
  const keys = openKeys(files);
  return await credentials.locked(async () => {
    const items = keptItems(await credentials.read(true));
    const moving = items.filter(({ kept }) => ('token' in kept ? undefined : kept.helper) !== helper);
    const forms = new Map<string, TokenForm>();
    const made = new Map<string, Buffer>();
    if (helper !== undefined) {
      for (const url of new Set(items.map((item) => item.url))) made.set(url, await keys.make(helper, url));
      if (made.size === 0) await keys.make(helper, trialUrl).then(() => keys.erase(helper, trialUrl));
    }
    for (const item of moving) {
      const token = await tokens.open(item.kept, item);
      const key = made.get(item.url);
      forms.set(placeOf(item), helper !== undefined && key ? { helper, sealed: seal(key, token, item) } : { token });
    }
    const move = (stored: StoredObject): StoredObject => withForms(stored, forms);
    const problems = await tokens.erasingKeys(async () => {
      if (helper !== undefined) await config.update(change, { together: () => credentials.update(move) });
      else await credentials.update(move, { together: () => config.update(change) });
    });
    return { count: moving.length, problems };
  });
}

const placeOf = ({ list, name }: Pick<KeptItem, 'list' | 'name'>): string => `${list} ${name}`;

function withForms(stored: StoredObject, forms: ReadonlyMap<string, TokenForm>): StoredObject {
  let content = stored;
  for (const { list, name, url } of keptItems(stored)) {
    const form = forms.get(placeOf({ list, name }));
    if (!form) continue;
    const { token: _token, helper: _helper, sealed: _sealed, ...others } = objectAt(objectAt(stored, list), name);
    const value = list === 'successors' && 'token' in form ? form.token : { ...others, url, ...form };
    content = { ...content, [list]: { ...objectAt(content, list), [name]: value } };
  }
  return content;
}
