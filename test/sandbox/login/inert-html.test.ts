import { describe, expect, test } from 'vitest';
import { openSeeded } from '../../support/sandbox/seeded-data.js';
import { openSmallWorld } from '../support/world.js';

const inertTags =
  /^(a|bdi|blockquote|br|code|em|h[1-6]|hr|img|li|ol|p|pre|strong|table|tbody|time|td|th|thead|tr|ul|input|label|del|s|u|span|div)$/;
const inertAttributes = /^(data-[a-z-]+|datetime|href|src|alt|title|class|checked|disabled|type|colspan|rowspan)$/;

/** The tags, attributes and addresses in a text of HTML that could run or load something (docs/requirements.md, R75). */
function listActing(html: string): string[] {
  const found: string[] = html.includes('<!') ? ['<!'] : [];
  for (const [, name = '', inside = ''] of html.matchAll(/<\/?([a-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^'">])*)>/gi)) {
    if (!inertTags.test(name)) found.push(`<${name}>`);
    for (const [, attribute = '', value = ''] of inside.matchAll(
      /([^\s"'>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?/g,
    )) {
      if (!inertAttributes.test(attribute)) found.push(attribute);
      const address = value.replace(/^["']|["']$/g, '').replace(/&[^;]*;|[\s\0-\x1f]/g, '');
      if (/^(href|src)$/.test(attribute) && !/^(https?:|mailto:|\/|#)/i.test(address)) found.push(value);
    }
  }
  return found;
}

describe('the HTML of notes and wiki', () => {
  test.each(['demo:1', 'demo:2', 'large:1'])('of the seed %s does not act', async (seed) => {
    const { world, close } = await openSeeded({ seed });
    const rows = world.db.all<{ html: string }>(
      'SELECT body_html AS html FROM wiki_pages UNION ALL SELECT body_html FROM notes',
    );
    close();
    expect(rows.length).toBeGreaterThan(20);
    for (const { html } of rows) expect(listActing(html), html).toEqual([]);
  });

  test('made from a plain text does not act', async () => {
    const small = await openSmallWorld();
    const body = '<script>x</script>\n<img src=x onerror=alert(1)>\n[a](javascript:x)';
    const { id } = small.ask('staff', 'POST /notes', { title: 'x', body }).body;
    const { bodyHtml } = small.ask('staff', `GET /notes/${id}`).body.note;
    expect(listActing(bodyHtml)).toEqual([]);
    expect(bodyHtml).toContain('&lt;script&gt;');
  });

  test('acting HTML would be found', () => {
    const acting = [
      '<script>x</script>',
      '<p onclick="x">',
      '<img src=x onerror=alert(1)>',
      '<a href="java&#115;cript:x">',
      '<a href=" data:text/html,x">',
      '<svg/onload=x>',
      '<p style="x">',
      '<iframe src="/x">',
    ];
    for (const html of acting) expect(listActing(html), html).not.toEqual([]);
    expect(listActing('<p>a</p><a href="https://example.com/?a=1&amp;b=2">b</a><img src="/x.png" alt="y">')).toEqual(
      [],
    );
  });
});
