ALTER TABLE "payment_attempts" ADD COLUMN "asked_from" text;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "ended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "cards" ADD COLUMN "ended_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "payment_attempts_ended" ON "payment_attempts" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "cards_ended" ON "cards" USING btree ("ended_at");--> statement-breakpoint
-- Nobody asked for a renewal; every other attempt is taken to come from where its order came from.
UPDATE "payment_attempts" a SET "asked_from" = o."agreed_from" FROM "orders" o WHERE o."id" = a."order_id" AND o."kind" <> 'renewal';--> statement-breakpoint
-- Until now a refusal counted from its beginning, and a later search overwrote the time of its end.
UPDATE "payment_attempts" SET "ended_at" = "created" WHERE "state" IN ('refused', 'expired', 'cancelled', 'extra');--> statement-breakpoint
UPDATE "cards" SET "ended_at" = "created" WHERE "state" = 'failed';
