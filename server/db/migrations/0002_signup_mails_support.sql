CREATE TABLE "email_changes" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"new_email" text NOT NULL,
	"code_hash" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	"expires" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "guardians" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"name_kana" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"relation" text NOT NULL,
	"status" text NOT NULL,
	"token_hash" text NOT NULL,
	"requested" timestamp (3) with time zone NOT NULL,
	"expires" timestamp (3) with time zone NOT NULL,
	"decided" timestamp (3) with time zone,
	"decided_from" text,
	CONSTRAINT "guardians_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer,
	"token_hash" text NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	"expires" timestamp (3) with time zone NOT NULL,
	"used" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "signups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"registrant" text NOT NULL,
	"campaign" text,
	"redirect" text,
	"is_known" boolean NOT NULL,
	"code_hash" text NOT NULL,
	"token_hash" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	"expires" timestamp (3) with time zone NOT NULL,
	"resend_at" timestamp (3) with time zone NOT NULL,
	"verified" timestamp (3) with time zone,
	"user_id" integer
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"message_id" text NOT NULL,
	"sealed" text,
	"not_before" timestamp (3) with time zone NOT NULL,
	"expires" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	"sent" timestamp (3) with time zone,
	"failed" text,
	CONSTRAINT "mails_message_id_unique" UNIQUE("message_id")
);
--> statement-breakpoint
CREATE TABLE "postal_codes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "postal_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"edition" bigint NOT NULL,
	"code" text NOT NULL,
	"prefecture" text NOT NULL,
	"city" text NOT NULL,
	"street" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inquiries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"user_id" integer,
	"category" text NOT NULL,
	"subject" text NOT NULL,
	"order_no" text,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"status" text NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	"updated" timestamp (3) with time zone NOT NULL,
	"closed" timestamp (3) with time zone,
	CONSTRAINT "inquiries_number_unique" UNIQUE("number")
);
--> statement-breakpoint
CREATE TABLE "inquiry_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"inquiry_id" uuid NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	"expires" timestamp (3) with time zone NOT NULL,
	"used" timestamp (3) with time zone,
	"access_hash" text,
	"access_expires" timestamp (3) with time zone,
	CONSTRAINT "inquiry_links_access_hash_unique" UNIQUE("access_hash")
);
--> statement-breakpoint
CREATE TABLE "inquiry_messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "inquiry_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"inquiry_id" uuid NOT NULL,
	"sender" text NOT NULL,
	"body" text NOT NULL,
	"created" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "support_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer,
	"message_id" integer,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size" integer NOT NULL,
	"created" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "guest_keys" (
	"key" uuid PRIMARY KEY NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer NOT NULL,
	"body" text,
	"created" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "device_id" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "family_name_kana" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "given_name_kana" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "birth_date" date;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "school" jsonb;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "phone" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "goal" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "address" jsonb;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "registrant" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "campaign" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "agreed" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "profile_completed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "notify" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "withdrawn" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "withdraw_reason" text;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guardians" ADD CONSTRAINT "guardians_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signups" ADD CONSTRAINT "signups_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiries" ADD CONSTRAINT "inquiries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiry_links" ADD CONSTRAINT "inquiry_links_inquiry_id_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."inquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiry_messages" ADD CONSTRAINT "inquiry_messages_inquiry_id_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."inquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_files" ADD CONSTRAINT "support_files_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_files" ADD CONSTRAINT "support_files_message_id_inquiry_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."inquiry_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "password_resets_user_id" ON "password_resets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "password_resets_expires" ON "password_resets" USING btree ("expires");--> statement-breakpoint
CREATE INDEX "signups_created" ON "signups" USING btree ("created");--> statement-breakpoint
CREATE INDEX "signups_user_id" ON "signups" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("not_before") WHERE "mails"."sealed" is not null;--> statement-breakpoint
CREATE INDEX "postal_codes_code" ON "postal_codes" USING btree ("edition","code");--> statement-breakpoint
CREATE INDEX "inquiries_user_id" ON "inquiries" USING btree ("user_id","updated");--> statement-breakpoint
CREATE INDEX "inquiries_status" ON "inquiries" USING btree ("status","updated");--> statement-breakpoint
CREATE INDEX "inquiry_links_inquiry_id" ON "inquiry_links" USING btree ("inquiry_id");--> statement-breakpoint
CREATE INDEX "inquiry_links_expires" ON "inquiry_links" USING btree ("expires");--> statement-breakpoint
CREATE INDEX "inquiry_messages_inquiry_id" ON "inquiry_messages" USING btree ("inquiry_id","id");--> statement-breakpoint
CREATE INDEX "support_files_message_id" ON "support_files" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "support_files_user_id" ON "support_files" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "support_files_created" ON "support_files" USING btree ("created");--> statement-breakpoint
CREATE INDEX "guest_keys_created" ON "guest_keys" USING btree ("created");