import { type Handlers, ok, Refusal, type SignedIn, type World } from '../world.js';

const longestName = 80;

/** The caller's name and image (docs/api.md, Current user and related). */
export const profileHandlers = {
  'PATCH /me/profile': ({ world, user, body }) => {
    const { name, image } = body;
    if (name === undefined && image === undefined) throw new Refusal(400, 'Give a name, an image or both.');
    const patched = {
      ...user,
      ...(name === undefined ? {} : { name: readName(name) }),
      ...(image === undefined ? {} : { image: readImage(image) }),
    };
    save(world, patched);
    return ok({ ok: true, user: { id: user.id, name: patched.name, email: user.email, image: patched.image } });
  },
} satisfies Handlers<'PATCH /me/profile'>;

function readName(value: unknown): string {
  const name = typeof value === 'string' ? value.trim() : '';
  if (name === '' || name.length > longestName)
    throw new Refusal(400, `name must have 1 to ${longestName} characters.`);
  return name;
}

function readImage(value: unknown): string | null {
  if (value === null) return null;
  if (typeof value !== 'string') throw new Refusal(400, 'image must be a URL, or null for none.');
  return value.trim() || null;
}

function save(world: World, user: SignedIn): void {
  world.db.run('UPDATE users SET name = ?, image = ? WHERE id = ?', user.name, user.image, user.id);
}
