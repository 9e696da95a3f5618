ALTER TABLE "watch_histories" ADD COLUMN "completed_at" timestamp (3) with time zone;--> statement-breakpoint
-- The nearest that is known of lessons seen to their end before the time was kept.
UPDATE "watch_histories" SET "completed_at" = "watched_at" WHERE "is_completed";
