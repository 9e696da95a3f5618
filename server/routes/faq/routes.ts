import { Hono } from 'hono';
import type { z } from 'zod/mini';
import type { faqSchema } from '#contracts/cms.ts';
import type { AppEnv, Deps } from '../../deps.ts';
import { allQuestions } from '../../domain/faq/store.ts';
import { optionalUser } from '../../middleware/auth.ts';
import { publicAnswer } from '../../middleware/publicAnswer.ts';

/** GET /api/cms/faq/: frequent questions, all at once, because the app searches them while somebody types. */
export function faqRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  app.get('/', publicAnswer, optionalUser(deps), async (c) => {
    const rows = await allQuestions(deps.db);
    const answer: z.input<typeof faqSchema> = {
      results: rows.map(({ key, category, question, answerHtml, keywords }) => ({
        id: key,
        category,
        question,
        answer_html: answerHtml,
        keywords,
      })),
    };
    return c.json(answer);
  });

  return app;
}
