import { linkSubject } from './link-subject.js';

describe('the subject of a link', () => {
  it.each([
    ['https://Blog.Example.org:443/my-work/', 'blog.example.org/my-work'],
    ['http://www.blog.example.org/my-work#top', 'blog.example.org/my-work'],
    ['https://blog.example.org/my-work?utm_source=x&fbclid=7', 'blog.example.org/my-work'],
    ['https://blog.example.org.//my%2Dwork%2fa', 'blog.example.org/my-work%2Fa'],
    ['https://example.org/?b=2&a=1', 'example.org?a=1&b=2'],
    ['https://example.org:8443/a', 'example.org:8443/a'],
    ['https://example.org/#/posts/7', 'example.org#/posts/7'],
    ['https://youtu.be/OrbitVideo1?si=abc', 'youtube.com/watch?v=OrbitVideo1'],
    ['https://m.youtube.com/watch?t=5&v=OrbitVideo1', 'youtube.com/watch?v=OrbitVideo1'],
    ['https://www.youtube.com/shorts/OrbitVideo1', 'youtube.com/watch?v=OrbitVideo1'],
  ])('%s is the page', (address, subject) => {
    expect(linkSubject(address)).toEqual({ kind: 'link', subject });
  });

  it.each([
    ['https://x.com/luna/status/4711?s=20', 'microblog/4711'],
    ['https://mobile.twitter.com/i/web/status/4711', 'microblog/4711'],
    ['https://www.youtube.com/watch?v=OrbitVideo1&lc=Ugx7', 'videosite/Ugx7'],
    ['https://www.producthunt.com/posts/orbit?comment=99', 'launchsite/99'],
    ['https://www.producthunt.com/posts/orbit#comment-99', 'launchsite/99'],
    ['https://github.com/Orbit/orbit-core/issues/7#issuecomment-1', 'codehost/orbit/orbit-core/7'],
    ['https://github.com/orbit/orbit-core/pull/7/files', 'codehost/orbit/orbit-core/7'],
  ])('%s is the post of a platform', (address, subject) => {
    expect(linkSubject(address)).toEqual({ kind: 'post', subject });
  });

  it('is as short as an index needs it', () => {
    const of = (end: string) => linkSubject(`https://example.org/${'é'.repeat(1_900)}${end}`).subject;
    expect(of('a').length).toBeLessThanOrEqual(1_000);
    expect(of('a')).not.toBe(of('b'));
  });
});
