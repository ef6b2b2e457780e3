import type { WikiDraft } from '../drafts.js';
import { text } from './text.js';

/** The wiki: folders, pages, and pages under pages. Everything in it is inert. */
export const wiki: readonly WikiDraft[] = [
  {
    title: 'Start here',
    icon: 'home',
    ago: 31.2,
    html: text`
      <h1>Start here</h1>
      <p>Welcome! If you are new, read these three pages and nothing else today:</p>
      <ol><li><p>How we work</p></li><li><p>Who is who at our customers</p></li><li><p>How to be on call</p></li></ol>
      <blockquote><p>If you do not know whom to ask, ask aloud. Somebody will turn round.</p></blockquote>
      <p>The coffee machine has its own page.</p>
    `,
  },
  {
    title: 'How we work',
    icon: 'compass',
    ago: 120.4,
    pages: [
      {
        title: 'From ticket to release',
        icon: 'git-branch',
        ago: 25.6,
        html: text`
          <h1>From ticket to release</h1>
          <p>A <strong>ticket</strong> is what somebody told us. A <strong>task</strong> is what we do about it. One ticket may become no task, one task, or several.</p>
          <h2>Steps</h2>
          <ol>
            <li><p>Answer within a working day, even if the answer is "we have read it".</p></li>
            <li><p>Reproduce it. If you cannot:</p>
              <ul><li><p>ask for the time, to the minute</p></li><li><p>ask for the file</p></li><li><p>ask what the person did <em>before</em></p>
                <ul><li><p>and before that</p></li></ul></li></ul></li>
            <li><p>Turn it into a task, in the project it belongs to.</p></li>
            <li><p>When it is live, write the customer a sentence without the word "deployed".</p></li>
          </ol>
          <h2>States of a task</h2>
          <table>
            <thead><tr><th>State</th><th>Means</th></tr></thead>
            <tbody>
              <tr><td>Backlog</td><td>we know about it</td></tr>
              <tr><td>Todo</td><td>we will do it</td></tr>
              <tr><td>In progress</td><td>somebody is doing it <em>today</em></td></tr>
              <tr><td>Paused</td><td>somebody else has to move first</td></tr>
              <tr><td>In review</td><td>somebody else is looking at it</td></tr>
              <tr><td>Done</td><td>the customer has it</td></tr>
            </tbody>
          </table>
        `,
        pages: [
          {
            title: 'Commit messages',
            icon: 'git-commit',
            ago: 98.1,
            html: text`
              <h2>Commit messages</h2>
              <p>First line: what changes for somebody. Then why. The reference goes last.</p>
              <pre><code class="language-text">Count a shift on the day it begins

              Wall clocks were subtracted, so the night ferry to Tórshavn
              broke the rest hours every Tuesday.

              SCM-12</code></pre>
              <p>Branches are named after the task, for example <code>scm-12-night-ferry</code>.</p>
            `,
          },
          {
            title: 'Release checklist',
            icon: 'check-square',
            ago: 14.9,
            html: text`
              <h2>Release checklist</h2>
              <ul data-type="taskList">
                <li data-checked="false"><p>Nobody is publishing a roster (Mon–Fri 05:00–16:00 UTC)</p></li>
                <li data-checked="false"><p>Migration tried on a copy, time noted</p></li>
                <li data-checked="false"><p>Somebody other than the author is awake</p></li>
                <li data-checked="false"><p>The way back is written down</p></li>
              </ul>
              <hr>
              <p>Not on Fridays, unless the ferry leaves on Tuesday.</p>
            `,
          },
        ],
      },
      {
        title: 'How to be on call',
        icon: 'phone',
        ago: 16.2,
        html: text`
          <h1>How to be on call</h1>
          <h2>When to go back to bed</h2>
          <p>As soon as customers can work again. The cause can wait for the morning; you cannot think at 03:00 anyway.</p>
          <h2>When the phone rings</h2>
          <ol><li><p>Say your name and that you are looking.</p></li><li><p>Open the status page and set it to yellow.</p></li><li><p>Write the time on a piece of paper.</p></li></ol>
          <h2>Whom to wake</h2>
          <table><thead><tr><th>What</th><th>Who</th></tr></thead><tbody>
            <tr><td>Data could be lost</td><td>{lukasz}</td></tr>
            <tr><td>A customer is angry</td><td>{sean}</td></tr>
            <tr><td>A newspaper calls</td><td>{priya}, always</td></tr>
          </tbody></table>
          <p><img src="/files/phone.png" alt="The red phone next to the printer"></p>
        `,
      },
      {
        title: 'Holidays and sick days',
        icon: 'sun',
        ago: 77.7,
        html: '<p>Holidays: write them into the calendar, tell the two people who depend on you. Sick days: send one line in the morning, then put the phone away.</p><p>Nobody has ever been asked for a certificate.</p>',
      },
    ],
  },
  {
    title: 'Customers',
    icon: 'briefcase',
    ago: 120.3,
    pages: [
      {
        title: 'Who is who at our customers',
        icon: 'users',
        ago: 9.2,
        html: text`
          <h1>Who is who at our customers</h1>
          <table>
            <thead><tr><th>Name</th><th>Where</th><th>Good to know</th></tr></thead>
            <tbody>
              <tr><td>{sigrid}</td><td>Scandia Maritime</td><td>decides quickly, on leave from {in:45}</td></tr>
              <tr><td>{annika}</td><td>Scandia Maritime</td><td>knows every shift since 2011</td></tr>
              <tr><td>Dr. Bergmann</td><td>Bergmann</td><td>wants numbers, and the page they are on</td></tr>
              <tr><td>{petra}</td><td>Bergmann</td><td>finds every cent</td></tr>
              <tr><td>{jose}</td><td>Casa Azul</td><td>writes at night, means well</td></tr>
              <tr><td>{noa}</td><td>Casa Azul</td><td>reads right to left, sees what we overlook</td></tr>
            </tbody>
          </table>
        `,
      },
      {
        title: 'Scandia Maritime',
        icon: 'anchor',
        ago: 6.4,
        html: '<p>Ferries and supply ships, about 400 people at sea. Their words: <em>vessel</em> in forms, <em>ship</em> everywhere else.</p><p>Key of their tickets: <code>SCM</code>. Key of our project: also <code>SCM</code>. So <code>SCM-5</code> may be a ticket <strong>or</strong> a task; say which.</p>',
        pages: [
          {
            title: 'Rest hours explained',
            icon: 'moon',
            ago: 11.8,
            html: text`
              <h1>Rest hours explained</h1>
              <p>At least <strong>10 hours in any 24</strong> and <strong>77 hours in any seven days</strong>. "Any" means a window that slides, not a day in the calendar.</p>
              <pre><code class="language-ts">const window = { from: shift.end - 24 * hour, to: shift.end };
              if (restIn(shifts, window.from, window.to) &lt; 10) warn(shift);</code></pre>
              <p>The text of the convention is on the <a href="https://www.ilo.org/">pages of the ILO</a>.</p>
            `,
          },
          {
            title: 'Night ferry to Tórshavn',
            icon: 'moon',
            ago: 3.9,
            html: '<p>Two nights, two clocks. The ship keeps Danish time until the second breakfast, then the captain turns it back by one hour, <em>by hand</em>, on the bridge.</p>',
          },
        ],
      },
      {
        title: 'Bergmann Orthopädie',
        icon: 'package',
        ago: 12.7,
        html: '<p>About 600 practices order through the portal. Left is left as seen by the <strong>patient</strong>.</p><ul><li><p>ERP is down from 02:00 to 02:45</p></li><li><p>CSV with semicolons, numbers with a comma</p></li><li><p>Form 7b waives one cent</p></li></ul>',
      },
      {
        title: 'Casa Azul',
        icon: 'ticket',
        ago: 4.3,
        html: '<p>A museum with a garden. Everything is for tonight, and everything works out in the end.</p><p>The work in room 4 <em>is</em> upside down.</p>',
      },
    ],
  },
  {
    title: 'Machines',
    icon: 'server',
    ago: 120.2,
    pages: [
      {
        title: 'Restore a backup',
        icon: 'database',
        ago: 1.7,
        html: text`
          <h1>Restore a backup</h1>
          <p>Last done by {lukasz}: 23 minutes for the database, two minutes of data missing.</p>
          <pre><code class="language-bash">restic -r "$REPOSITORY" snapshots --latest 1
          restic -r "$REPOSITORY" restore latest --target /srv/restore
          pg_restore --clean --if-exists --dbname restore_test db.dump</code></pre>
          <blockquote><p>A backup that nobody has restored is a rumour.</p></blockquote>
        `,
      },
      {
        title: 'Mail',
        icon: 'mail',
        ago: 10.9,
        html: '<p>One relay, one queue, one alarm that we did not have on {on:13.4}. After renewing the certificate: <code>systemctl reload relay</code>.</p>',
      },
    ],
  },
  {
    title: 'Coffee machine',
    icon: 'coffee',
    ago: 12.2,
    html: '<h2>Coffee machine</h2><p>Descale when the light is <strong>orange</strong>. When it is red it is too late, and it is your turn.</p>',
  },
];
